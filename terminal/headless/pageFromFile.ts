import { readFileSync } from 'node:fs';
import type { TalkTargets } from '../../contract/protocol/talk.ts';
import { TALK, type TalkView } from '../protocol/uplinkSender.ts';
import { readWav } from './audio/sources.ts';
import type { Terminal } from './terminal.ts';

/** Timeout of the adoption of the call station, ms. */
export const ADOPTION_MS = 600_000;

export const ANSWER_MS = 10_000;

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
  log: (text: string) => void,
): Promise<void> {
  const [samples = new Float32Array()] = readWav(readFileSync(file), file);
  const { Microphone, soundOf } = await import('./audio/microphone.ts');
  const { sender, clock } = terminal.session;
  await terminal.until((t) => t.session.clock.synced && sender.targets !== null, ADOPTION_MS);
  sender.start(targetsOf(terminal, to));
  await terminal.until(() => sender.talk.phase !== 'asking', ANSWER_MS);
  if (sender.talk.phase !== 'speaking')
    throw new Error(sender.talk.phase === 'over' ? sender.talk.message : 'not granted');
  log(`speaking to ${sender.talk.targets} terminal(s)`);
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
  if (last.phase === 'over') log(last.message);
}
