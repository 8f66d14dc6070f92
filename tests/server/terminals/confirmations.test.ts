import { expect, test } from 'vitest';
import { Confirmations } from '../../../server/site/terminals/gateway/confirmations.ts';

/** Bytes of one second of programme; terminals buffer two. */
const SECOND = 8_192;
const payload = (id: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(id);
  return bytes;
};

test('pings after each second of sound, and counts unconfirmed bytes', () => {
  const sent = new Confirmations();
  expect(sent.sentAudio(SECOND - 1)).toBeNull();
  expect(sent.sentAudio(1)).toBe(1);
  expect(sent.sentAudio(100)).toBeNull();
  expect(sent.openAudio).toBe(SECOND + 100);
  sent.answered(payload(1));
  expect(sent.openAudio).toBe(100);
  expect(sent.sentAudio(SECOND)).toBe(2);
});

test('a pong confirms all pings before it; unknown and old pongs are ignored', () => {
  const sent = new Confirmations();
  for (let id = 1; id <= 3; id++) expect(sent.sentAudio(SECOND)).toBe(id);
  for (const odd of [Buffer.alloc(0), Buffer.from('abc'), payload(9), Buffer.alloc(125)]) sent.answered(odd);
  expect(sent.openAudio).toBe(3 * SECOND);
  sent.answered(payload(2));
  sent.answered(payload(1));
  expect(sent.openAudio).toBe(SECOND);
});

test('a terminal that stops reading but keeps reporting is stuck after the time limit', () => {
  const sent = new Confirmations();
  sent.sentAudio(SECOND);
  for (let i = 0; i < 10; i++) expect(sent.isStuck(500, true, 5_000)).toBe(false);
  expect(sent.isStuck(500, true, 5_000)).toBe(true);
});

test('a slow link is not stuck: each pong restarts the time limit', () => {
  const sent = new Confirmations();
  for (let i = 0; i < 8; i++) sent.sentAudio(SECOND);
  for (let id = 1; id <= 8; id++) {
    for (let i = 0; i < 9; i++) expect(sent.isStuck(500, true, 5_000)).toBe(false);
    sent.answered(payload(id));
  }
  for (let i = 0; i < 100; i++) expect(sent.isStuck(500, true, 5_000)).toBe(false);
});

test('a silent link is left to the presence check', () => {
  const sent = new Confirmations();
  sent.sentAudio(SECOND);
  for (let i = 0; i < 100; i++) expect(sent.isStuck(500, false, 5_000)).toBe(false);
});

test('a long text before the sound extends the time limit for a slow link', () => {
  const sent = new Confirmations();
  sent.sentText(400_000);
  sent.sentAudio(SECOND);
  for (let i = 0; i < 400; i++) expect(sent.isStuck(500, true, 5_000)).toBe(false);
  for (let i = 0; i < 20; i++) sent.isStuck(500, true, 5_000);
  expect(sent.isStuck(500, true, 5_000)).toBe(true);
});
