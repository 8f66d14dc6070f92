import { createSocket, type Socket } from 'node:dgram';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CallLive } from '../../../contract/protocol/call.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freePort.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { answerTo, SDP } from '../sip/sipPeer.ts';
import { type Intercom, startIntercom } from './intercom.ts';

/** Messages of a telephone system that are hostile to call stations. docs/rules/telephone-system.md#a-phone-as-a-call-station */

const LOOPBACK = '127.0.0.1';
const STATION = '300';
const POLL = { interval: 50, timeout: 30_000 };

let site: AirSite;
let desk: Intercom;
let peer: Socket;
let port: number;
/** Messages of the server, the last one last. */
let heard: string[];
/** Answer of the telephone system to a call of the server; null: none. */
let answers: (request: string) => string[];

const send = (text: string) => peer.send(text.replaceAll('\n', '\r\n'), port, LOOPBACK);
beforeAll(async () => {
  port = await freePort();
  peer = createSocket('udp4');
  heard = [];
  answers = () => [];
  peer.on('message', (bytes) => {
    const text = bytes.toString();
    heard.push(text.replaceAll('\r\n', '\n'));
    if (text.startsWith('INVITE')) for (const answer of answers(text)) send(answer);
    if (text.startsWith('BYE') || text.startsWith('OPTIONS')) send(answerTo(text, '200 OK'));
  });
  await new Promise<void>((done) => peer.bind(0, LOOPBACK, () => done()));
  site = await startAirSite({ env: { TELEPHONE_PORT: String(port), TELEPHONE_RTP_PORT: '0' } });
  const org = await site.zone('House');
  const { rows } = await site.database.pool.query("select id from account where code = 'admin'");
  const made = await site.post('/v1/integration', {
    ...{ name: 'Exchange', kind: 'telephone', account: rows[0]?.id, org },
    ...{ url: `sip:${LOOPBACK}:${peer.address().port}` },
  });
  const { id: integration } = made.body.value as { id: number };
  desk = await startIntercom(site, { integration, number: STATION }, org);
  await eventually(() => site.liveOf('dialogue', desk.phone)?.online === true);
});
afterAll(async () => {
  await site?.close();
  peer?.close();
});

const calls = () => site.deps.live.topic<CallLive>('call').snapshot();
const startOf = (text: string) => text.slice(0, text.indexOf('\n'));
/** Starts of the messages of the server about a call. */
const about = (id: string) => heard.filter((text) => text.includes(`\nCall-ID: ${id}\n`));
const tagOf = (id: string) =>
  about(id)
    .map((text) => /\nTo: .*;tag=([^\s;]+)/.exec(text)?.[1])
    .find((tag) => tag !== undefined) ?? '';

let branches = 0;
interface Message {
  id: string;
  number?: number;
  /** Tag of this side, and of the server. */
  from?: string;
  to?: string;
  type?: string;
  body?: string;
}
function request(method: string, uri: string, message: Message): string {
  const { id, number = 1, from = 'own', to = '', type = 'application/sdp', body = '' } = message;
  const own = `${LOOPBACK}:${peer.address().port}`;
  return [
    `${method} sip:${uri}@h SIP/2.0`,
    `Via: SIP/2.0/UDP ${own};branch=z9hG4bK${++branches}`,
    `From: <sip:${STATION}@h>;tag=${from}`,
    `To: <sip:${uri}@h>${to === '' ? '' : `;tag=${to}`}`,
    ...[`Call-ID: ${id}`, `CSeq: ${number} ${method}`, `Contact: <sip:${STATION}@${own}>`],
    ...(body === '' ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${body.replaceAll('\n', '\r\n').length}`,
    '',
    body,
  ].join('\n');
}
const invite = (id: string, uri = '7301') => send(request('INVITE', uri, { id, body: SDP }));
const within = (method: string, id: string, message: Omit<Message, 'id'> = {}) =>
  send(request(method, '7301', { id, to: tagOf(id), ...message }));
const isAnswered = (id: string) => about(id).some((text) => text.startsWith('SIP/2.0 200'));
/** Calls until the station rings, and acknowledges the answer. */
async function ringing(id: string, uri?: string): Promise<void> {
  invite(id, uri);
  await expect.poll(() => isAnswered(id), POLL).toBe(true);
  within('ACK', id);
}
afterEach(async () => {
  answers = () => [];
  for (const id of new Set(heard.flatMap((text) => /\nCall-ID: (\S+)\n/.exec(text)?.slice(1) ?? [])))
    if (isAnswered(id)) within('BYE', id, { number: 9_000 });
  await eventually(() => calls().length === 0);
  // The messages of the flood are used up: the next test is heard.
  await eventually(() => {
    send(request('OPTIONS', 'alive', { id: `alive-${++branches}` }));
    return heard.some((text) => startOf(text) === 'SIP/2.0 200 OK' && text.includes('alive-'));
  });
  heard.length = 0;
});

test('a flood of calls in the name of a station is one call, and ends', async () => {
  for (let n = 0; n < 400; n++) invite(`flood-${n}`);
  await expect
    .poll(calls, POLL)
    .toMatchObject([{ state: 'ringing', caller: desk.phone, callees: [desk.id] }]);
  await expect
    .poll(() => heard.filter((text) => text.startsWith('SIP/2.0 486')).length, POLL)
    .toBeGreaterThan(20);
  const answered = [...Array(400).keys()].filter((n) => isAnswered(`flood-${n}`));
  expect(answered.length).toBeLessThanOrEqual(20);
  expect(calls()).toHaveLength(1);
  for (const n of answered) within('BYE', `flood-${n}`, { number: 2 });
  await expect.poll(calls, POLL).toEqual([]);
});

test('a forged BYE, another codec and what is required change no call; the BYE of the phone ends it', async () => {
  await ringing('talk');
  await expect.poll(calls, POLL).toMatchObject([{ state: 'ringing' }]);
  desk.client.send({ type: 'call.answer', call: calls()[0]?.id ?? 0 });
  await expect.poll(calls, POLL).toMatchObject([{ state: 'talking' }]);
  const lastOf = () => startOf(about('talk').at(-1) ?? '');
  const refused = async (status: string, act: () => void) => {
    act();
    await expect.poll(lastOf, POLL).toContain(status);
    expect(calls()).toMatchObject([{ state: 'talking' }]);
  };
  await refused('481', () => within('BYE', 'talk', { number: 50, from: 'forged' }));
  await refused('481', () => within('BYE', 'talk', { number: 51, to: 'forged' }));
  const unknown = SDP.replace('RTP/AVP 8', 'RTP/AVP 18\na=rtpmap:18 G729/8000');
  await refused('488', () => within('INVITE', 'talk', { number: 52, body: unknown }));
  await refused('488', () =>
    within('INVITE', 'talk', { number: 53, body: 'v=0\nm=audio 99999999 RTP/AVP 8\n' }),
  );
  // Its number is one of before.
  await refused('500', () => within('BYE', 'talk', { number: 3 }));
  within('BYE', 'talk', { number: 60 });
  await expect.poll(calls, POLL).toEqual([]);
});

test('a flood of digits neither calls nor ends anything, and a number is dialled after it', async () => {
  await ringing('digits', '4001');
  let number = 1;
  const press = (digit: string) => {
    const body = `Signal=${digit}\nDuration=160\n`;
    within('INFO', 'digits', { number: ++number, type: 'application/dtmf-relay', body });
  };
  /** Waits for the answer to a digit after all others: a flood is partly lost on its way. */
  const read = () =>
    eventually(() => {
      press('*');
      return about('digits').some((text) => text.includes(`CSeq: ${number - 1} INFO`));
    });
  for (let n = 0; n < 300; n++) press(String(n % 10));
  for (const digit of ['Z', '99', '']) press(digit);
  await read();
  expect(calls()).toEqual([]);
  for (const digit of '*7301#') press(digit);
  await expect.poll(calls, POLL).toMatchObject([{ state: 'ringing', caller: desk.phone }]);
  desk.client.send({ type: 'call.answer', call: calls()[0]?.id ?? 0 });
  await expect.poll(calls, POLL).toMatchObject([{ state: 'talking' }]);
  for (let n = 0; n < 100; n++) press('#');
  await read();
  expect(calls()).toMatchObject([{ state: 'talking' }]);
});

const contact = () =>
  `Contact: <sip:${STATION}@${LOOPBACK}:${peer.address().port}>\nContent-Type: application/sdp\n`;
test.each<[string, (request: string) => string[]]>([
  ['sound that is none', (text) => [answerTo(text, '200 OK', contact(), 'v=0\nm=audio x RTP/AVP 8\n')]],
  ['another codec', (text) => [answerTo(text, '200 OK', contact(), SDP.replace('AVP 8', 'AVP 18'))]],
  ['no sound', (text) => [answerTo(text, '200 OK', contact())]],
  ['a redirection', (text) => [answerTo(text, '302 Moved', `Contact: <sip:1900@${LOOPBACK}:9>\n`)]],
  [
    'a challenge without an account',
    (text) => [answerTo(text, '407 Proxy', 'Proxy-Authenticate: Digest realm="x", nonce="y"\n')],
  ],
])('a phone that answers a call with %s ends it, and is free', async (_, answer) => {
  answers = answer;
  desk.client.heard.length = 0;
  desk.client.send({ type: 'call.dial', number: '7300' });
  await expect
    .poll(() => desk.client.heard.at(-1), POLL)
    .toMatchObject({ type: 'call.state', state: 'ended' });
  expect(calls()).toEqual([]);
  expect(site.liveOf('dialogue', desk.phone)).toMatchObject({ online: true, status: { state: 'idle' } });
});
