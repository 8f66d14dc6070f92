import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { MadeTalkLink, PhoneLink } from '../../../contract/entities/tasks/talkLink.ts';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { ToTalker } from '../../../contract/protocol/talk.ts';
import { startTalkSite, type TalkSite } from '../talk/talkSite.ts';

/** Header by which the trusted proxy of these tests says that a request came by HTTPS. */
const https = { 'x-forwarded-proto': 'https' };
const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);

/** Talk site behind a proxy that speaks HTTPS. */
export const startPhoneSite = (wallNow?: () => number) =>
  startTalkSite({}, { env: { TRUSTED_PROXIES: '127.0.0.1' }, ...(wallNow === undefined ? {} : { wallNow }) });

/** Makes a link and returns it with its key. */
export async function makeLink(site: TalkSite, body: object, token = site.token) {
  const answer = await site.post('/v1/talk_link', { title: 'Sports day', ...body }, token);
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  const { link, page } = answer.body.value as MadeTalkLink;
  return { id: link.id, link, page, key: page.split('#')[1] ?? '' };
}

/** A phone with a key of its own. */
export class Phone {
  readonly key = randomBytes(32).toString('base64url');
  readonly heard: ToTalker[] = [];
  isClosed = false;
  readonly #site: TalkSite;
  #socket: WebSocket | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(site: TalkSite) {
    this.#site = site;
  }

  ask(key: string, path: 'open' | 'ticket', headers: Record<string, string> = https) {
    const body = { key, phone: this.key };
    return this.#site.call('POST', `/v1/talk_link/${path}`, { body, headers });
  }

  async open(key: string): Promise<PhoneLink> {
    const answer = await this.ask(key, 'open');
    if (answer.body.code !== 200) throw new Error(answer.body.message);
    return answer.body.value;
  }

  /** Opens the socket of a talk, and asks for it. @param fields what a forged page might ask for */
  async talk(key: string, fields: object = {}): Promise<void> {
    const answer = await this.ask(key, 'ticket');
    if (answer.body.code !== 200) throw new Error(answer.body.message);
    const { ticket } = answer.body.value as { ticket: string };
    const url = `ws://${this.#site.host}/v1/talk_link/socket?ticket=${ticket}`;
    const socket = new WebSocket(url, { headers: https });
    this.#socket = socket;
    socket.on('message', (data) => this.heard.push(JSON.parse(String(data)) as ToTalker));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isClosed = true;
    });
    await expect.poll(() => socket.readyState).toBe(WebSocket.OPEN);
    socket.send(JSON.stringify({ type: 'talk.start', request: 1, targets: {}, ...fields }));
  }

  async next<T extends ToTalker['type']>(type: T): Promise<Extract<ToTalker, { type: T }>> {
    await expect.poll(() => this.heard.some((message) => message.type === type)).toBe(true);
    const at = this.heard.findIndex((message) => message.type === type);
    return this.heard.splice(at, 1)[0] as Extract<ToTalker, { type: T }>;
  }

  /** Sends 50 packets a second. */
  speak(stream: number): void {
    this.#timer = setInterval(() => {
      const at_us = Math.round(performance.now() * 1000);
      if (this.#socket?.readyState === WebSocket.OPEN)
        this.#socket.send(encodeAudioFrame({ stream, at_us, packets: [SILENCE] }));
    }, 20);
  }

  say(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  leave(): void {
    clearInterval(this.#timer);
    this.#socket?.terminate();
  }
}
