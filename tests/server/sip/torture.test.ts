import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { partiesOf } from '../../../server/platform/sip/incomingCall.ts';
import { acceptedSound } from '../../../server/platform/sip/sdp.ts';
import { parseMessage, SipFormatError, type SipRequest } from '../../../server/platform/sip/sipMessage.ts';
import { parseNameAddress, parseUri } from '../../../server/platform/sip/sipUri.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';

/**
 * Torture messages of RFC 4475 over the network; `sipMessage.test.ts` has those that only concern the parser.
 * docs/rules/telephone-system.md#nothing-listens-without-need-and-only-to-known-addresses
 */

const LOOPBACK = '127.0.0.1';
const FORMATS = [{ payloadType: 0, rtpmap: 'PCMU/8000' }];
const SDP = `v=0\no=a 1 1 IN IP4 ${LOOPBACK}\ns=-\nc=IN IP4 ${LOOPBACK}\nt=0 0\nm=audio 49217 RTP/AVP 0`;

let agent: UserAgent;
let port: number;
let peer: Socket;
let log: string[];
let answers: string[];
/** Values of Unsupported in the answers. */
let unsupported: string[];
/** Number that each call that was taken has dialled. */
let taken: string[];
beforeEach(async () => {
  [log, answers, unsupported, taken] = [[], [], [], []];
  agent = new UserAgent({
    ...{ port: 0, name: 'Test' },
    log: { warn: (details) => log.push((details as { reason: string }).reason) },
    take({ request }) {
      taken.push(partiesOf(request).dialled);
      return { reply: { status: 486, reason: 'Busy Here' } };
    },
  });
  peer = createSocket('udp4');
  peer.on('message', (bytes) => {
    answers.push(bytes.toString().split('\r\n')[0] ?? '');
    unsupported.push(...(/^Unsupported: (.*)\r$/m.exec(bytes.toString())?.slice(1) ?? []));
  });
  await new Promise<void>((done) => peer.bind(0, LOOPBACK, () => done()));
  port = (await agent.open(await agent.hop('udp', LOOPBACK, peer.address().port))).port;
});
afterEach(() => {
  agent.close();
  peer.close();
});

let last = 0;
/** Message with the usual headers, where `over` has no others. */
function message(start: string, over: Record<string, string> = {}, body = ''): string {
  const method = start.split(' ')[0] ?? '';
  const headers = {
    Via: `SIP/2.0/UDP ${LOOPBACK}:9;branch=z9hG4bK${++last}`,
    ...{ From: '<sip:a@h>;tag=1', To: '<sip:b@h>', 'Call-ID': `c${last}`, CSeq: `1 ${method}` },
    'Content-Length': String(Buffer.byteLength(body.replaceAll('\n', '\r\n'))),
    ...over,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [start, ...lines, '', body].join('\n').replaceAll('\n', '\r\n');
}
const send = (text: string) => peer.send(text, port, LOOPBACK);
/** Waits for the answer to a usual request: this side is alive, and has read what came before it. */
async function isAlive(): Promise<void> {
  const before = answers.length;
  send(message('OPTIONS sip:alive@h SIP/2.0'));
  await expect.poll(() => answers.slice(before)).toContain('SIP/2.0 200 OK');
}

test.each<[string, string, Record<string, string>]>([
  ['3.1.1.3', 'sip:sips%3Auser%40example.com@example.net', { To: 'sip:%75se%72@example.com' }],
  ['3.1.1.4', 'sip:null-%00-null@example.com', { From: 'sip:null-%00-null@example.com;tag=839923423' }],
  [
    '3.1.1.5',
    'sip:b%25%5A@h',
    { Contact: '<sip:cal%6Cer@host5.example.net;%6C%72;n%61me=v%61lue%25%34%31>' },
  ],
  ['3.1.1.6', 'sip:b@h', { From: 'caller<sip:caller@example.com>;tag=323' }],
  ['3.1.1.9', 'sip:user;par=u%40example.net@example.com', {}],
  [
    '3.1.1.10',
    'sip:b@h',
    { Via: 'SIP/2.0/UNKNOWN t5.example.com;branch=z9hG4bKkdjuwq, SIP/2.0/SCTP t2;branch=z' },
  ],
  ['3.1.2.10', 'sip:b@h', { Date: 'Fri, 01 Jan 2010 16:00:00 EST' }],
  ['3.2.1', 'sip:b@h', { Via: `SIP/2.0/UDP ${LOOPBACK}:9;branch=z9hG4bK` }],
  ['3.3.6', 'sip:b@h', { 'Content-Type': 'application/unknownformat' }],
  ['3.3.11', 'sip:b@h', { 'Max-Forwards': '0' }],
  ['3.3.15', 'sip:b@h', { Accept: 'text/nobodyKnowsThis' }],
  ['3.4.1', 'sip:b@h', { Via: `SIP/2.0/UDP ${LOOPBACK}:9`, From: '<sip:a@h>' }],
])('%s: a call that is unusual is taken as any other', async (_, uri, over) => {
  send(message(`INVITE ${uri} SIP/2.0`, over, SDP));
  await expect.poll(() => answers).toEqual(['SIP/2.0 486 Busy Here']);
  expect(taken).toHaveLength(1);
});

test.each<[string, Record<string, string>]>([
  [
    '3.1.2.1, separators too many',
    { Contact: '"Joe" <sip:joe@example.org>;;;;', Via: 'SIP/2.0/UDP h;;,;,,' },
  ],
  [
    '3.1.2.12, an address without brackets',
    { Contact: 'sip:user@example.com?Route=%3Csip:sip.example.com%3E' },
  ],
  ['3.1.2.14, a name without quotes', { From: 'Bell, Alexander <sip:a.g.bell@example.com>;tag=43' }],
  ['3.3.2, an unknown scheme', { To: '<isbn:2983792873>' }],
  ['3.3.9, several values for the parameters', { Contact: '<sip:a@h;unknownparam>;;tag' }],
])('%s: nothing else suffers', async (_, over) => {
  send(message('INVITE nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0', over, SDP));
  await isAlive();
  expect(taken.every((dialled) => dialled === '')).toBe(true);
});

test.each([
  [
    '3.1.1.8, a second message in a datagram',
    message('OPTIONS sip:a@h SIP/2.0') + message('INVITE sip:b@h SIP/2.0'),
  ],
  ['3.3.10, an answer to a call of others', message('SIP/2.0 200 OK', { CSeq: '1 INVITE' })],
  [
    '3.1.1.12, a reason in other letters',
    message('SIP/2.0 200 = 2**3 * 5**2 сто девяносто', { CSeq: '1 INVITE' }),
  ],
  ['3.1.1.13, an answer without a reason', message('SIP/2.0 100 ', { CSeq: '1 INVITE' })],
])('%s: is read, and calls nobody', async (_, text) => {
  send(text);
  await isAlive();
  expect([taken, log]).toEqual([[], []]);
});

test.each([
  [
    '3.1.2.5, numbers beyond their range',
    message('SIP/2.0 503 No', { CSeq: '9292394834772304023312 OPTIONS' }),
  ],
  ['3.1.2.8, spaces after the start', message('OPTIONS sip:a@h SIP/2.0  ')],
  ['3.1.2.9, a header in the address', message('INVITE sip:a@h?Route=<sip:x> SIP/2.0')],
  ['3.1.2.19, a status beyond its range', message('SIP/2.0 4294967301 better not', { CSeq: '1 INVITE' })],
  ['3.3.9, two lengths', message('OPTIONS sip:a@h SIP/2.0', { 'Content-Length': '0\nl: 5' }, 'There')],
  ['3.3.8, two addresses', message('OPTIONS sip:a@h SIP/2.0', { To: '<sip:b@h>\nt: <sip:c@h>' })],
])('%s: refused, with one line of the log', async (_, text) => {
  expect(() => parseMessage(Buffer.from(text))).toThrow(SipFormatError);
  send(text);
  send(text);
  await isAlive();
  expect(log).toHaveLength(1);
  expect(taken).toEqual([]);
});

test('calls with the same branch, or none, are calls of their own', async () => {
  const via = [`SIP/2.0/UDP ${LOOPBACK}:9;branch=z9hG4bK`, `SIP/2.0/UDP ${LOOPBACK}:9`];
  for (const Via of [...via, ...via]) send(message(`INVITE sip:n${last}@h SIP/2.0`, { Via }, SDP));
  await expect.poll(() => new Set(taken).size).toBe(4);
});

test('a call that comes again is answered again, and taken once', async () => {
  const text = message('INVITE sip:b@h SIP/2.0', {}, SDP);
  for (let i = 0; i < 3; i++) send(text);
  await expect.poll(() => answers).toEqual(Array(3).fill('SIP/2.0 486 Busy Here'));
  expect(taken).toEqual(['b']);
});

test('ends and changes of calls that do not exist are refused one by one', async () => {
  for (const method of ['BYE', 'INVITE', 'INFO'])
    send(message(`${method} sip:b@h SIP/2.0`, { To: '<sip:b@h>;tag=forged' }));
  send(message('CANCEL sip:b@h SIP/2.0'));
  await expect.poll(() => answers).toEqual(Array(4).fill('SIP/2.0 481 Call/Transaction Does Not Exist'));
  expect(taken).toEqual([]);
});

test('a request that requires extensions is refused with their names, but never a CANCEL or ACK', async () => {
  const Require = 'nothingSupportsThis, 100rel\nRequire: nothingSupportsThisEither';
  for (const [method, To] of [
    ['INVITE', '<sip:b@h>'],
    ['OPTIONS', '<sip:b@h>'],
    ['BYE', '<sip:b@h>;tag=forged'],
  ])
    send(message(`${method} sip:b@h SIP/2.0`, { To: To ?? '', Require }, SDP));
  await expect.poll(() => answers).toEqual(Array(3).fill('SIP/2.0 420 Bad Extension'));
  expect(unsupported).toEqual(Array(3).fill('nothingSupportsThis, 100rel, nothingSupportsThisEither'));
  send(message('ACK sip:b@h SIP/2.0', { Require }));
  send(message('CANCEL sip:b@h SIP/2.0', { Require }));
  await expect.poll(() => answers.slice(3)).toEqual(['SIP/2.0 481 Call/Transaction Does Not Exist']);
  expect(taken).toEqual([]);
});

test('a flood of calls from a known address is one line of the log, and others are answered after it', async () => {
  for (let i = 0; i < 3_000; i++) send(message('INVITE sip:b@h SIP/2.0', {}, SDP));
  await expect
    .poll(
      () => {
        send(message('OPTIONS sip:alive@h SIP/2.0'));
        return answers;
      },
      { interval: 500 },
    )
    .toContain('SIP/2.0 200 OK');
  expect(log).toEqual(['a call refused with 486']);
});

const random = (text: string, seed: number) =>
  [...text]
    .map((one, i) => ((i * 7_919 + seed * 104_729) % 97 === 0 ? String.fromCharCode((i * seed) % 256) : one))
    .join('');

test('messages, addresses and descriptions with bytes of chance are read or refused, and nothing hangs', () => {
  const text = message('INVITE sip:b@h SIP/2.0', { Contact: '"A" <sip:a@h;p="x">;q=1' }, SDP);
  for (let seed = 1; seed <= 500; seed++) {
    const damaged = random(text, seed);
    try {
      partiesOf(parseMessage(Buffer.from(damaged)) as SipRequest);
    } catch (error) {
      expect(error).toBeInstanceOf(SipFormatError);
    }
    acceptedSound(random(SDP, seed), FORMATS);
    parseUri(random('sip:user:pass@host.example:5060;transport=tcp?h=v', seed));
    parseNameAddress(random('"A \\" B" <sip:a@h>;tag="1";q=0.5', seed));
  }
});

test.each([
  ['lines without an end', `m=audio ${'1'.repeat(60_000)}`],
  ['many formats', `${SDP}${' 0'.repeat(20_000)}`],
  ['many streams', `${SDP}\n${'m=video 1 RTP/AVP 31\n'.repeat(3_000)}`],
  ['many attributes', `${SDP}\n${'a=rtpmap:0 PCMU/8000\n'.repeat(3_000)}`],
])('a description with %s is read or refused at once', (_, sdp) => {
  const sound = acceptedSound(sdp, FORMATS);
  expect(sound === null || sound.port === 49_217).toBe(true);
});
