import { expect, test } from 'vitest';
import { decodeRelayFrame, relayFrame, sessionsIn, toRelay } from '../../../contract/protocol/relayLink.ts';
import { RelayStreams } from '../../../relay/terminals/relayStreams.ts';
import { Outbox } from '../../../server/site/relays/line/outbox.ts';
import { RelaySession } from '../../../server/site/relays/line/relaySession.ts';
import { SharedFrames } from '../../../server/site/relays/line/sharedFrames.ts';
import { frameOf, from } from '../../../server/sound/source/frame.ts';

/** A server's side of a line, joined to the streams of a relay. */
function joined() {
  let sentBytes = 0;
  const heard = new Map<number, Uint8Array[]>();
  const streams = new RelayStreams();
  const listener = (session: number) => ({
    ...{ reserveUs: 10_000_000, bufferedBytes: 0 },
    sendAudio: (bytes: Uint8Array) => void heard.set(session, [...(heard.get(session) ?? []), bytes]),
  });
  const outbox = new Outbox((messages) => {
    for (const message of messages) {
      if (typeof message !== 'string') {
        const read = decodeRelayFrame(message);
        sentBytes += message.byteLength;
        if (read?.kind === relayFrame.shared) streams.add(read.number, read.content, 0);
        else if (read !== null) listener(read.number).sendAudio(read.content);
        continue;
      }
      const one = toRelay.parse(JSON.parse(message));
      if (one.type === 'to') streams.follow(one.text, sessionsIn(one.sessions));
      if (one.type !== 'join') continue;
      for (const session of sessionsIn(one.sessions)) streams.join(session, listener(session), one, 0);
    }
  });
  const frames = new SharedFrames(outbox, () => 0);
  const line = {
    ...{ outbox, frames, bufferedBytes: 0, unconfirmedBytes: 0, isSlow: false, isFull: false },
    left: () => {},
  };
  const session = (id: number) => new RelaySession(id, line);
  return { session, outbox, heard: (id: number) => heard.get(id) ?? [], sent: () => sentBytes };
}

const packet = (n: number) => Uint8Array.from({ length: 160 }, () => n);
/** Frame `n` of a stream: five packets. */
const frame = (n: number, tag = 0) =>
  frameOf(
    7,
    n * 100_000,
    Array.from({ length: 5 }, (_, i) => packet(tag + n * 5 + i)),
  );

test('a frame goes to the relay once; a terminal that joins later gets it from there', () => {
  const { session, outbox, heard, sent } = joined();
  const [one, two] = [session(1), session(2)];
  const all = [1, 2, 3].map((n) => frame(n));
  for (const { bytes } of all) one.sendAudio(bytes);
  outbox.flush();
  const before = sent();
  for (const { bytes } of all.slice(1)) two.sendAudio(bytes);
  outbox.flush();
  expect(sent()).toBe(before);
  const next = frame(4);
  one.sendAudio(next.bytes);
  two.sendAudio(next.bytes);
  outbox.flush();
  expect(heard(1).map((bytes) => Buffer.from(bytes))).toEqual(
    [...all, next].map(({ bytes }) => Buffer.from(bytes)),
  );
  expect(heard(2).map((bytes) => Buffer.from(bytes))).toEqual(
    [...all.slice(1), next].map(({ bytes }) => Buffer.from(bytes)),
  );
});

test('a terminal that begins within a frame gets it without its first packets, and nothing twice', () => {
  const { session, outbox, heard } = joined();
  const [one, two] = [session(1), session(2)];
  one.sendAudio(frame(1).bytes);
  const part = from(frame(1), 3).bytes;
  two.sendAudio(part);
  outbox.flush();
  expect(heard(2).map((bytes) => Buffer.from(bytes))).toEqual([Buffer.from(part)]);
});

test('after a flush the new sound replaces the old; a terminal that has left gets none', () => {
  const { session, outbox, heard } = joined();
  const [one, two] = [session(1), session(2)];
  for (const wire of [one, two]) for (const n of [1, 2, 3]) wire.sendAudio(frame(n).bytes);
  for (const wire of [one, two]) wire.sendText('{"type":"stream.flush","stream":7,"from_us":200000}');
  two.sendText('{"type":"stream.close","stream":7,"at_us":200000}');
  one.sendAudio(frame(2, 100).bytes);
  const three = session(3);
  three.sendAudio(frame(2, 100).bytes);
  outbox.flush();
  expect(heard(2)).toHaveLength(3);
  const last = Buffer.from(frame(2, 100).bytes);
  expect(
    heard(1)
      .map((bytes) => Buffer.from(bytes))
      .at(-1),
  ).toEqual(last);
  expect(heard(3).map((bytes) => Buffer.from(bytes))).toEqual([last]);
});

test('one message to many terminals is sent once, in the order of each', () => {
  const written: string[] = [];
  const outbox = new Outbox((messages) => written.push(...messages.map(String)));
  for (const session of [1, 2, 3]) {
    outbox.add(session, 'a', { type: 'to', text: 'a' });
    outbox.add(session, 'b', { type: 'to', text: 'b' });
  }
  outbox.add(2, 'a', { type: 'to', text: 'a' });
  outbox.flush();
  expect(written.map((text) => JSON.parse(text))).toEqual([
    { type: 'to', text: 'a', sessions: [[1, 3]] },
    { type: 'to', text: 'b', sessions: [[1, 3]] },
    { type: 'to', text: 'a', sessions: [[2, 2]] },
  ]);
});
