import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { Registration, type RegistrationState } from '../../../server/platform/sip/registration.ts';
import { headerOf, parseMessage, type SipRequest } from '../../../server/platform/sip/sipMessage.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';
import { isLong } from '../../support/random.ts';
import { answerTo } from './sipPeer.ts';

/** docs/rules/telephone-system.md#an-extension-is-registered-while-its-integration-is-enabled */

const LOOPBACK = '127.0.0.1';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Registrar that answers each REGISTER by a function; null: not at all. */
async function registrar(answer: (request: SipRequest, text: string, number: number) => string | null) {
  const socket: Socket = createSocket('udp4');
  const seen: SipRequest[] = [];
  socket.on('message', (bytes, from) => {
    const request = parseMessage(bytes) as SipRequest;
    seen.push(request);
    const text = answer(request, bytes.toString(), seen.length);
    if (text !== null) socket.send(text.replaceAll('\n', '\r\n'), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, LOOPBACK, () => done()));
  ends.push(() => new Promise<void>((done) => socket.close(() => done())));
  return { port: socket.address().port, seen };
}

function register(port: number, times = {}) {
  const agent = new UserAgent({ port: 0, name: 'test', log: { warn: () => undefined } });
  const states: RegistrationState[] = [];
  const registration = new Registration(
    agent,
    {
      ...{ user: '4001', password: 'secret', host: LOOPBACK, port, protocol: 'udp', certificate: '' },
      times: { expiresS: 60, retryMs: 20, longestRetryMs: 50, answerMs: 5_000, ...times },
    },
    (state) => states.push(state),
  );
  ends.push(() => agent.close());
  return { registration, states };
}

const challenge = 'WWW-Authenticate: Digest realm="pbx", nonce="n1", qop="auth", algorithm=MD5\n';
const expiryOf = (request: SipRequest | undefined) => headerOf(request ?? { headers: [] }, 'expires');
const accepted = (request: SipRequest, text: string) =>
  answerTo(text, '200 OK', `Contact: ${headerOf(request, 'contact')};expires=60\n`);

test('a challenge is answered, and the extension is removed at the end', async () => {
  const { port, seen } = await registrar((request, text) =>
    headerOf(request, 'authorization') === undefined
      ? answerTo(text, '401 Unauthorized', challenge)
      : accepted(request, text),
  );
  const { registration, states } = register(port);
  await expect.poll(() => states).toEqual([{ kind: 'registered' }]);
  expect(headerOf(seen[1] ?? { headers: [] }, 'authorization')).toMatch(
    /username="4001".*uri="sip:127.*qop=auth/,
  );
  await registration.end();
  expect(seen.map(expiryOf)).toEqual(['60', '60', '0', '0']);
  const numbers = seen.map((one) => Number.parseInt(headerOf(one, 'cseq') ?? '', 10));
  expect(numbers).toEqual([1, 2, 3, 4]);
});

test('a refusal is tried again later and later, and the extension is not removed at the end', async () => {
  const { port, seen } = await registrar((_, text) => answerTo(text, '403 Forbidden'));
  const { registration, states } = register(port);
  await expect.poll(() => states.length).toBeGreaterThan(2);
  expect(states[0]).toEqual({ kind: 'refused', status: 403, reason: 'Forbidden' });
  await registration.end();
  expect(seen.every((one) => expiryOf(one) === '60')).toBe(true);
});

test('a wrong password is asked for once in each attempt', async () => {
  const { port, seen } = await registrar((_, text) => answerTo(text, '401 Unauthorized', challenge));
  const { registration, states } = register(port, { retryMs: 100_000 });
  await expect.poll(() => states).toMatchObject([{ kind: 'refused', status: 401 }]);
  expect(seen).toHaveLength(2);
  await registration.end();
});

test('a longer lifetime is taken when the registrar wants one', async () => {
  const { port, seen } = await registrar((request, text) =>
    expiryOf(request) === '60'
      ? answerTo(text, '423 Interval Too Brief', 'Min-Expires: 600\n')
      : accepted(request, text),
  );
  const { registration, states } = register(port);
  await expect.poll(() => states).toEqual([{ kind: 'registered' }]);
  expect(seen.map(expiryOf)).toEqual(['60', '600']);
  await registration.end();
});

test('a registrar without an answer is lost', async () => {
  const { port } = await registrar(() => null);
  const { registration, states } = register(port, { answerMs: 50 });
  await expect.poll(() => states[0]).toEqual({ kind: 'lost', error: 'ETIMEDOUT' });
  await registration.end();
});

test('a registrar that is unplugged and plugged in again is registered again each time', async () => {
  let isAway = false;
  const { port, seen } = await registrar((request, text) => (isAway ? null : accepted(request, text)));
  const { registration, states } = register(port, {
    answerMs: 40,
    retryMs: 600_000,
    longestRetryMs: 600_000,
  });
  await expect.poll(() => states).toEqual([{ kind: 'registered' }]);
  const times = isLong ? 1_000 : 10;
  for (let n = 0; n < times; n++) {
    isAway = true;
    expect(await registration.now()).toEqual({ kind: 'lost', error: 'ETIMEDOUT' });
    isAway = false;
    // The answer may be late on a busy machine.
    await expect.poll(() => registration.now()).toEqual({ kind: 'registered' });
  }
  expect(states.filter(({ kind }) => kind === 'registered').length).toBe(times + 1);
  await registration.end();
  expect(expiryOf(seen.at(-1))).toBe('0');
  const numbers = seen.map((one) => Number.parseInt(headerOf(one, 'cseq') ?? '', 10));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
}, 120_000);
