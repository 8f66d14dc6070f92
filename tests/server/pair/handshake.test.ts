import { expect, test } from 'vitest';
import {
  type Hello,
  isPartner,
  judgeHello,
  makeHello,
  makeWelcome,
} from '../../../server/edge/pair/link/handshake.ts';
import { newPair, type PairRecord } from '../../../server/edge/pair/link/pairRecord.ts';
import { makeToken, publicKeyOf, readToken } from '../../../server/platform/machines/machineKeys.ts';

const presence = { name: 'second', port: 8443 };
const about = { name: 'first', identity: 'site', password: 'secret' };
const asPartner = (pair: PairRecord) => ({ public_key: publicKeyOf(pair.private_key), name: '', urls: [] });

test('a token is 128 random bits, and is read as a person types it', () => {
  const token = makeToken();
  expect(token).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
  expect(readToken(` ${token.toUpperCase().replaceAll('-', ' ')} `)).toBe(token.replaceAll('-', ''));
  expect(new Set(Array.from({ length: 100 }, makeToken)).size).toBe(100);
  expect(readToken('123456')).toBeNull();
});

test('with the token both sides prove themselves, once', () => {
  const [leader, standby] = [newPair('leader'), newPair('standby')];
  const token = readToken(makeToken()) ?? '';
  const opening = makeHello('connection', { pair: standby, presence, purpose: 'status', token });
  expect(JSON.stringify(opening)).not.toContain(token);
  expect(judgeHello('connection', opening, { partner: null, token })).toBeNull();
  // The token was used, or is another one.
  expect(judgeHello('connection', opening, { partner: null, token: null })).toBe('token');
  const other = readToken(makeToken());
  expect(judgeHello('connection', opening, { partner: null, token: other })).toBe('token');
  const welcome = makeWelcome('connection', opening, { pair: leader, token, ...about });
  expect(isPartner('connection', opening, welcome, { partner: null, token })).toBe(true);
  expect(isPartner('connection', opening, welcome, { partner: null, token: other })).toBe(false);
});

test('later each recognises the key of the other, on the same TLS connection only', () => {
  const [leader, standby, stranger] = [newPair('leader'), newPair('standby'), newPair('standby')];
  const known = { partner: asPartner(standby), token: null };
  const hello = (pair: PairRecord) =>
    makeHello('connection', { pair, presence, purpose: 'database', token: null });
  const opening = hello(standby);
  expect(judgeHello('connection', opening, known)).toBeNull();
  expect(judgeHello('another connection', opening, known)).toBe('unknown');
  expect(judgeHello('connection', hello(stranger), known)).toBe('unknown');
  // A stranger that names the key of the partner does not have it.
  const forged: Hello = { ...hello(stranger), public_key: opening.public_key };
  expect(judgeHello('connection', forged, known)).toBe('unknown');
  for (const changed of [{ purpose: 'files' as const }, { term: 7 }, { role: 'leader' as const }])
    expect(judgeHello('connection', { ...opening, ...changed }, known)).toBe('unknown');
  const welcome = makeWelcome('connection', opening, { pair: leader, token: null, ...about });
  const toStandby = { partner: asPartner(leader), token: null };
  expect(isPartner('connection', opening, welcome, toStandby)).toBe(true);
  expect(isPartner('another connection', opening, welcome, toStandby)).toBe(false);
  expect(isPartner('connection', opening, { ...welcome, term: 9 }, toStandby)).toBe(false);
  expect(isPartner('connection', opening, welcome, { partner: asPartner(stranger), token: null })).toBe(
    false,
  );
});
