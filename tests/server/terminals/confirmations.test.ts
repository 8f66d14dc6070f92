import { expect, test } from 'vitest';
import { Confirmations } from '../../../server/terminals/confirmations.ts';

/** Two seconds of programme, which a terminal has in reserve, and what follows each second; bytes. */
const SECOND = 8_192;
const payload = (id: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(id);
  return bytes;
};

test('asks behind each second of sound, and counts what is not answered', () => {
  const sent = new Confirmations();
  expect(sent.sentAudio(SECOND - 1)).toBeNull();
  expect(sent.sentAudio(1)).toBe(1);
  expect(sent.sentAudio(100)).toBeNull();
  expect(sent.openAudio).toBe(SECOND + 100);
  sent.answered(payload(1));
  expect(sent.openAudio).toBe(100);
  expect(sent.sentAudio(SECOND)).toBe(2);
});

test('an answer confirms the questions before it; other pongs, and old ones, say nothing', () => {
  const sent = new Confirmations();
  for (let id = 1; id <= 3; id++) expect(sent.sentAudio(SECOND)).toBe(id);
  for (const odd of [Buffer.alloc(0), Buffer.from('abc'), payload(9), Buffer.alloc(125)]) sent.answered(odd);
  expect(sent.openAudio).toBe(3 * SECOND);
  sent.answered(payload(2));
  sent.answered(payload(1));
  expect(sent.openAudio).toBe(SECOND);
});

test('who reads nothing and goes on reporting is stuck after the time', () => {
  const sent = new Confirmations();
  sent.sentAudio(SECOND);
  for (let i = 0; i < 10; i++) expect(sent.isStuck(500, true, 5_000)).toBe(false);
  expect(sent.isStuck(500, true, 5_000)).toBe(true);
});

test('a link that is slow is not: each answer begins the time anew', () => {
  const sent = new Confirmations();
  for (let i = 0; i < 8; i++) sent.sentAudio(SECOND);
  for (let id = 1; id <= 8; id++) {
    for (let i = 0; i < 9; i++) expect(sent.isStuck(500, true, 5_000)).toBe(false);
    sent.answered(payload(id));
  }
  for (let i = 0; i < 100; i++) expect(sent.isStuck(500, true, 5_000)).toBe(false);
});

test('a link on which nothing is heard either is judged by its silence', () => {
  const sent = new Confirmations();
  sent.sentAudio(SECOND);
  for (let i = 0; i < 100; i++) expect(sent.isStuck(500, false, 5_000)).toBe(false);
});

test('a long text before the sound has the time that a slow link needs for it', () => {
  const sent = new Confirmations();
  sent.sentText(400_000);
  sent.sentAudio(SECOND);
  for (let i = 0; i < 400; i++) expect(sent.isStuck(500, true, 5_000)).toBe(false);
  for (let i = 0; i < 20; i++) sent.isStuck(500, true, 5_000);
  expect(sent.isStuck(500, true, 5_000)).toBe(true);
});
