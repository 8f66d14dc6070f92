import { afterEach, beforeEach, expect, test } from 'vitest';
import { TerminalClient } from '../../support/terminalClient.ts';
import { startGateway, type TestGateway, welcomed } from './support.ts';

let at: TestGateway;
let good: TerminalClient;
const start = async (limits: Parameters<typeof startGateway>[0] = {}) => {
  at = await startGateway(limits);
  at.know(1, 'GOOD');
  at.know(2, 'BAD-2');
  good = await welcomed(at, 'GOOD');
};
beforeEach(() => start());
afterEach(async () => {
  // The second terminal is still served, regardless of the first.
  good.send({ type: 'time', t0: 1 });
  await good.next('time');
  await at.close();
  expect(at.errors).toEqual([]);
});

const garbage: Array<[string, string | Buffer]> = [
  ['no JSON', '{"type":"time"'],
  ['a type that is no text', '{"type":7}'],
  ['an empty type', '{"type":""}'],
  ['a large message of an unknown type', `{"type":"later","x":"${'x'.repeat(65_536)}"}`],
  ['a large binary message of another kind', Buffer.alloc(65_537, 9)],
  ['no object', '[1,2,3]'],
  ['null', 'null'],
  ['a number that is none', '{"type":"time","t0":"soon"}'],
  ['an infinite number', '{"type":"time","t0":1e999}'],
  ['a report with a wrong state', '{"type":"report","state":"singing"}'],
  ['a report with a negative count', '{"type":"report","state":"idle","lost":-1}'],
  ['a second hello', '{"type":"hello","protocol":1,"code":"BAD-2","role":0,"version":"1","boot":"b"}'],
  ['deep nesting', '['.repeat(100_000)],
  ['binary', Buffer.from([1, 2, 3])],
];

/** Values of a report that a terminal omits, or sends as null, if it cannot measure them. */
const OMISSIBLE = [
  ...[
    'stream',
    'position_us',
    'level_db',
    'peak_db',
    'received',
    'lost',
    'late',
    'gaps',
    'missed_ms',
    'buffer_ms',
  ],
  ...['skew_us', 'clock_error_us', 'drift_ppm', 'delay_us', 'card_us', 'first_sound_us'],
  ...['volume', 'kept', 'powered', 'other_streams'],
];

test.each(garbage)('%s disconnects only its sender', async (_what, bytes) => {
  const bad = await welcomed(at, 'BAD-2');
  bad.socket.send(bytes);
  expect(await bad.next('refused')).toMatchObject({ code: 'garbage' });
  await bad.closed();
  await expect.poll(() => at.events).toEqual(['online 1', 'online 2', 'offline 2']);
});

test.each([
  ['{"type":"report","state":"idle","lost":-1}', /^report\.lost: /],
  ['{', /^not JSON$/],
  [JSON.stringify({ type: 'status', kind: 'x'.repeat(1000) }), /^status\.kind: .{0,200}$/],
])('%s is refused with its reason', async (bytes, detail) => {
  const bad = await welcomed(at, 'BAD-2');
  bad.socket.send(bytes);
  expect(await bad.next('refused')).toMatchObject({ detail: expect.stringMatching(detail) });
});

test.each([
  ['a null in every value that may be omitted', Object.fromEntries(OMISSIBLE.map((name) => [name, null]))],
  ['a delay below 0, as an error of its clock makes it', { delay_us: -300 }],
  ['a delay of over ten seconds, as on a full link', { delay_us: 25_000_000, card_us: 9e15 }],
  ['counts and times beyond all measure', { received: 2 ** 53 - 1, buffer_ms: -1e308, position_us: -9e15 }],
])('a report with %s is taken, and the terminal stays', async (_what, values) => {
  const odd = await welcomed(at, 'BAD-2');
  odd.send({ type: 'report', state: 'idle', ...values });
  odd.send({ type: 'time', t0: 7 });
  expect(await odd.next('time')).toMatchObject({ t0: 7 });
  expect(at.events).toContain('report 2 idle');
});

test('a terminal that goes on sending wrong messages has one line in the log', async () => {
  for (let i = 0; i < 5; i++) {
    const bad = await welcomed(at, 'BAD-2');
    bad.socket.send('{"type":"report","state":"idle","lost":-1}');
    await bad.closed();
  }
  expect(at.warnings).toEqual([
    {
      terminal: 'BAD-2',
      address: '127.0.0.1',
      reason: 'garbage',
      detail: expect.stringMatching(/^report\.lost/),
    },
  ]);
});

test('before the welcome an unknown type is refused with a reason', async () => {
  const stranger = await TerminalClient.hello(at.url, { code: 'NEW-1' });
  await stranger.next('found');
  stranger.send({ type: 'later.thing' });
  expect(await stranger.next('refused')).toMatchObject({
    code: 'garbage',
    detail: expect.stringMatching(/^later\.thing\.type: /),
  });
  expect(at.gateway.counts().unknownMessages).toBe(0);
});

test('unknown types of a welcomed terminal are counted and ignored, within the usual limits', async () => {
  const later = await welcomed(at, 'BAD-2');
  later.send({ type: 'later.thing', with: ['what', 'nobody', 'knows'] });
  later.send({ type: 'constructor' });
  later.socket.send(Buffer.from([9, 1, 2, 3]));
  later.send({ type: 'time', t0: 5, later: 'a field that nobody knows' });
  expect(await later.next('time')).toMatchObject({ t0: 5 });
  expect(at.gateway.counts().unknownMessages).toBe(3);
  expect(at.unknown).toEqual(['2 later.thing', '2 constructor', '2 binary 9']);
  for (let i = 0; i < 1000; i++) later.send({ type: 'later.flood' });
  expect(await later.next('refused')).toMatchObject({ code: 'rate' });
  await later.closed();
});

test.each([
  ['no code', { code: '' }],
  ['a code with a space', { code: 'A 1' }],
  ['an unknown role', { code: 'BAD-3', role: 9 as 0 }],
  ['a secret that is no text', { code: 'BAD-3', secret: 12 as unknown as string }],
  ['a name too long', { code: 'BAD-3', name: 'x'.repeat(51) }],
])('a hello with %s is refused', async (_what, fields) => {
  const bad = await TerminalClient.hello(at.url, fields);
  expect(await bad.next('refused')).toMatchObject({ code: 'garbage' });
  await bad.closed();
  expect(at.found.size).toBe(0);
});

test('another protocol version is refused as such', async () => {
  const bad = await TerminalClient.hello(at.url, { code: 'BAD-3', protocol: 2 as 1 });
  expect(await bad.next('refused')).toMatchObject({ code: 'protocol', retry_s: null });
});

test('any message before hello is refused', async () => {
  const bad = new TerminalClient(at.url);
  await bad.opened();
  bad.send({ type: 'time', t0: 1 });
  expect(await bad.next('refused')).toMatchObject({ code: 'garbage' });
});

test("control characters are removed from a terminal's texts", async () => {
  const odd = await TerminalClient.hello(at.url, {
    code: 'ODD',
    name: 'Ha\u0000l\u001bl\ud800',
    model: '\n',
  });
  await odd.next('found');
  expect([...at.found.values()]).toMatchObject([{ name: 'Hall\ufffd', model: '' }]);
});

test('200 messages in a second pass, more disconnect', async () => {
  const bad = await welcomed(at, 'BAD-2');
  for (let i = 0; i < 199; i++) bad.send({ type: 'time', t0: i });
  await bad.until(() => bad.heard.filter((one) => one.type === 'time').length === 199, '199 answers');
  for (let i = 0; i < 1000; i++) bad.send({ type: 'time', t0: i });
  await bad.closed();
  await expect.poll(() => at.events).toContain('offline 2');
});

test('a flood of pings disconnects as well', async () => {
  const bad = await welcomed(at, 'BAD-2');
  for (let i = 0; i < 1000; i++) bad.socket.ping();
  await bad.closed();
  await expect.poll(() => at.events).toContain('offline 2');
});

test('a message over 1 MiB ends the connection, one of just 1 MiB is parsed', async () => {
  const bad = await welcomed(at, 'BAD-2');
  bad.send(`"${'x'.repeat(1_048_576)}"`);
  await bad.closed();
  expect(bad.closeCode).toBe(1009);
  await expect.poll(() => at.events).toContain('offline 2');
  const other = await welcomed(at, 'BAD-2');
  other.send(`"${'x'.repeat(1_048_574)}"`);
  expect(await other.next('refused')).toMatchObject({ code: 'garbage' });
});

test('text that is not UTF-8 ends the connection', async () => {
  const bad = await welcomed(at, 'BAD-2');
  bad.socket.send(Buffer.from([0xc3, 0x28]), { binary: false });
  await bad.closed();
  expect(bad.closeCode).toBe(1007);
});

test('waiting connections are limited per address; welcomed ones do not count', async () => {
  await at.close();
  await start({ waitingPerAddress: 3 });
  const found: TerminalClient[] = [];
  for (const code of ['F-1', 'F-2', 'F-3']) {
    const one = await TerminalClient.hello(at.url, { code });
    await one.next('found');
    found.push(one);
  }
  const late = new TerminalClient(at.url);
  expect(await late.next('refused')).toMatchObject({ code: 'busy', retry_s: 30 });
  await late.closed();
  await found[0]?.drop();
  await expect.poll(() => at.found.size).toBe(2);
  await welcomed(at, 'BAD-2');
});

test('a plain HTTP request to the address is refused', async () => {
  const answer = await fetch(at.url.replace('ws:', 'http:'));
  expect(answer.status).toBe(404);
});
