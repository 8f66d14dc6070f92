import { readFileSync } from 'node:fs';
import { PACKET_SAMPLES, PACKET_US } from '../../contract/protocol/audio.ts';
import type { TalkTargets } from '../../contract/protocol/talk.ts';
import type { Capture } from '../audio/capture.ts';
import type { Session } from '../protocol/session.ts';
import { TALK, type TalkView } from '../protocol/uplinkSender.ts';
import { readWav } from './audio/sources.ts';
import type { Terminal } from './terminal.ts';
import { monotonicUs } from './time.ts';

/** Timeout of the adoption of the call station, ms. */
const ADOPTION_MS = 600_000;
const ANSWER_MS = 10_000;

/** Targets by zone number or name, or all; throws for a zone that the server has not offered. */
export function targetsOf(terminal: Terminal, to: string): Partial<TalkTargets> {
  if (to === 'all') return { all: true };
  const known = terminal.session.sender.targets ?? [];
  const orgs = to.split(',').map((text) => {
    const wanted = text.trim();
    const zone = known.find(({ id, name }) => String(id) === wanted || name === wanted);
    if (zone) return zone.id;
    throw new Error(
      `no zone "${wanted}" to speak to; there are: ${known.map(({ name }) => name).join(', ')}`,
    );
  });
  return { orgs };
}

/** Plays a file in real time as a page of a call station; resolves at its end. Needs FFmpeg's encoder (node-av). */
export async function talk(
  terminal: Terminal,
  file: string,
  to: string,
  say: (text: string) => void,
): Promise<void> {
  const [samples = new Float32Array()] = readWav(readFileSync(file), file);
  const { Microphone, soundOf } = await import('./audio/microphone.ts');
  const { sender, clock } = terminal.session;
  await terminal.until((t) => t.session.clock.synced && sender.targets !== null, ADOPTION_MS);
  sender.start(targetsOf(terminal, to));
  await terminal.until(() => sender.talk.phase !== 'asking', ANSWER_MS);
  if (sender.talk.phase !== 'speaking')
    throw new Error(sender.talk.phase === 'over' ? sender.talk.message : 'not granted');
  say(`speaking to ${sender.talk.targets} terminal(s)`);
  await new Promise<void>((resolve) => {
    const microphone = new Microphone({
      sound: soundOf(samples),
      packet: (packet, at) => {
        sender.push(TALK, clock.toMedia(at), packet);
        if (sender.talk.phase !== 'speaking') microphone.stop();
      },
      ended: resolve,
    });
  });
  sender.stop();
  await terminal.until(() => sender.talk.phase !== 'speaking', ANSWER_MS);
  // The value has changed since the narrowing of the compiler.
  const last = sender.talk as TalkView;
  if (last.phase === 'over') say(last.message);
}

/** Sends each channel of a capturer while the server requests it. Called after every change; `over` ends sending. */
export class CapturedSound {
  private readonly session: Session;
  private readonly capture: Capture;
  private readonly sending = new Map<number, () => void>();
  private encoders: typeof import('./audio/opusEncoder.ts') | null = null;

  constructor(session: Session, capture: Capture) {
    this.session = session;
    this.capture = capture;
  }

  follow(over = false): void {
    const wanted = new Set(over ? [] : this.session.sender.captured);
    for (const [channel, end] of this.sending) {
      if (wanted.has(channel)) continue;
      end();
      this.sending.delete(channel);
    }
    for (const channel of wanted) if (!this.sending.has(channel)) this.begin(channel);
  }

  private begin(channel: number): void {
    if (this.encoders === null) {
      // Loaded on first use, because most terminals never send.
      this.sending.set(channel, () => {});
      void import('./audio/opusEncoder.ts').then((encoders) => {
        this.encoders = encoders;
        if (this.sending.delete(channel)) this.follow();
      });
      return;
    }
    const encoder = new this.encoders.OpusEncoder('lowdelay', this.encoders.SPEECH_RATE);
    let waiting = new Float32Array(0);
    const end = this.capture.input(channel)?.listen((samples) => {
      const all = new Float32Array(waiting.length + samples.length);
      all.set(waiting);
      all.set(samples, waiting.length);
      const whole = Math.floor(all.length / PACKET_SAMPLES);
      waiting = all.slice(whole * PACKET_SAMPLES);
      const { sender, clock } = this.session;
      // The last sample was captured just now.
      let at = clock.toMedia(monotonicUs()) - (all.length / PACKET_SAMPLES) * PACKET_US;
      for (let i = 0; i < whole; i++, at += PACKET_US)
        for (const packet of encoder.encode(all.subarray(i * PACKET_SAMPLES, (i + 1) * PACKET_SAMPLES)))
          sender.push(channel, at, packet);
    });
    this.sending.set(channel, () => {
      end?.();
      encoder.end();
    });
  }
}
