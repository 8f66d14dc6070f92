import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { ToTalker } from '../../../contract/protocol/talk.ts';
import type { TalkSite } from './talkSite.ts';

type Named<T extends ToTalker['type']> = Extract<ToTalker, { type: T }>;
const wait = { timeout: 60_000 };
const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);

export async function talkTicket(site: TalkSite, token: string): Promise<string> {
  const answer = await site.post('/v1/talk/ticket', {}, token);
  return (answer.body.value as { ticket: string }).ticket;
}

/** Console microphone that sends silence, 50 packets per second. */
export async function openTalker(site: TalkSite, token: string) {
  const socket = new WebSocket(`ws://${site.host}/v1/talk?ticket=${await talkTicket(site, token)}`);
  const heard: ToTalker[] = [];
  const state = { closed: false };
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ToTalker));
  socket.on('error', () => {});
  socket.on('close', () => {
    state.closed = true;
  });
  await expect.poll(() => socket.readyState !== WebSocket.CONNECTING, wait).toBe(true);
  async function next<T extends ToTalker['type']>(type: T): Promise<Named<T>> {
    await expect.poll(() => heard.some((message) => message.type === type), wait).toBe(true);
    return heard.splice(
      heard.findIndex((message) => message.type === type),
      1,
    )[0] as Named<T>;
  }
  return {
    socket,
    state,
    next,
    start: (fields: object) =>
      socket.send(JSON.stringify({ type: 'talk.start', request: 1, targets: { all: true }, ...fields })),
    speak(stream: number) {
      const timer = setInterval(() => {
        const at_us = Math.round(performance.now() * 1000);
        if (socket.readyState === WebSocket.OPEN)
          socket.send(encodeAudioFrame({ stream, at_us, packets: [SILENCE] }));
        else clearInterval(timer);
      }, 20);
    },
  };
}
