import { expect, test } from 'vitest';
import { authorization, bestChallenge } from '../../../server/platform/sip/digest.ts';
import { acceptedSound, writeSdp } from '../../../server/platform/sip/sdp.ts';
import {
  headerOf,
  headersOf,
  messageBytes,
  parseMessage,
  SipFormatError,
  splitList,
  writeMessage,
} from '../../../server/platform/sip/sipMessage.ts';
import { parseNameAddress, parseUri } from '../../../server/platform/sip/sipUri.ts';

const wire = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const usual = ['From: <sip:a@h>;tag=1', 'To: <sip:b@h>', 'Call-ID: x', 'Via: SIP/2.0/UDP h;branch=z9hG4bK1'];

// Cases of RFC 4475, shortened to what they test.
test('unusual but valid messages are read (RFC 4475, 3.1.1)', () => {
  const tortuous = parseMessage(
    wire(
      'INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0',
      'TO :',
      ' sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n',
      'from   : "J Rosenberg \\\\\\""       <sip:jdrosen@example.com>',
      '  ;',
      '  tag = 98asjd8',
      'MaX-fOrWaRdS: 0068',
      'Call-ID: wsinv.ndaksdj@192.0.2.1',
      'cseq: 0009',
      '  INVITE',
      'Via  : SIP  /   2.0',
      ' /UDP',
      '    192.0.2.2;branch=390skdjuw',
      's :',
      'NewFangledHeader:   newfangled value',
      'v:  SIP  / 2.0  / TCP     spindle.example.com   ;',
      '  branch  =   z9hG4bK9ikj8  ,',
      ' SIP  /    2.0   / UDP  192.168.255.111   ; branch=',
      ' z9hG4bK30239',
      'm:"Quoted string \\"\\"" <sip:jdrosen@example.com> ; newparam =',
      '      newvalue ;',
      '  secondparam ; q = 0.33',
      'l: 0',
      '',
      '',
    ),
  );
  expect(headersOf(tortuous, 'via')).toHaveLength(3);
  expect(parseNameAddress(headerOf(tortuous, 'from') ?? '')?.params.get('tag')).toBe('98asjd8');
  expect(parseNameAddress(headerOf(tortuous, 'to') ?? '')?.params.get('tag')).toBe('1918181833n');
  expect(parseNameAddress(headerOf(tortuous, 'contact') ?? '')?.uri).toBe('sip:jdrosen@example.com');
});

test('methods of any token, and long values, are read (RFC 4475, 3.1.1.2 and 3.1.1.7)', () => {
  const method = "!interesting-Method0123456789_*+`.%indeed'~";
  const message = parseMessage(
    wire(
      `${method} sip:1@h SIP/2.0`,
      ...usual,
      `CSeq: 1 ${method}`,
      `Extra: ${'long'.repeat(5_000)}`,
      '',
      '',
    ),
  );
  expect(message).toMatchObject({ method });
});

const invite = (...lines: string[]) => wire('INVITE sip:b@h SIP/2.0', ...lines, '', 'body');
test.for<[string, Buffer]>([
  ['a length beyond the datagram (3.1.2.2)', invite(...usual, 'CSeq: 1 INVITE', 'Content-Length: 9999')],
  ['a negative length (3.1.2.3)', invite(...usual, 'CSeq: 1 INVITE', 'Content-Length: -999')],
  ['a number beyond its range (3.1.2.4)', invite(...usual, 'CSeq: 36893488147419103232 INVITE')],
  ['a method that differs from CSeq (3.1.2.17)', invite(...usual, 'CSeq: 1 OPTIONS')],
  ['an address in brackets (3.1.2.6)', wire('INVITE <sip:b@h> SIP/2.0', ...usual, 'CSeq: 1 INVITE', '', '')],
  [
    'spaces within the address (3.1.2.7)',
    wire('INVITE sip:b@h; lr SIP/2.0', ...usual, 'CSeq: 1 INVITE', '', ''),
  ],
  ['another version (3.1.2.16)', wire('INVITE sip:b@h SIP/7.0', ...usual, 'CSeq: 1 INVITE', '', '')],
  ['missing headers (3.3.1)', wire('INVITE sip:b@h SIP/2.0', 'CSeq: 1 INVITE', '', '')],
  ['several of a single header (3.3.8)', invite(...usual, 'To: <sip:c@h>', 'CSeq: 1 INVITE')],
  ['a header without a name', invite(...usual, ': x', 'CSeq: 1 INVITE')],
  ['no end of the headers', wire('INVITE sip:b@h SIP/2.0', ...usual)],
  ['bytes of chance', Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 7919) % 256))],
  ['a flood of headers', invite(...usual, 'CSeq: 1 INVITE', ...Array.from({ length: 300 }, () => 'X: y'))],
])('refused: %s', ([, bytes]) => {
  expect(() => parseMessage(bytes)).toThrow(SipFormatError);
});

test('messages of a connection are separated by their length', () => {
  const one = writeMessage({ method: 'OPTIONS', uri: 'sip:b@h', headers: [], body: 'ok' });
  expect(messageBytes(one.subarray(0, 20))).toBeNull();
  expect(messageBytes(one.subarray(0, one.length - 1))).toBeNull();
  expect(messageBytes(Buffer.concat([one, one]))).toBe(one.length);
});

test('a value cannot add a header to what is written', () => {
  const headers = [['To', 'x\r\nVia: y']] as const;
  expect(() => writeMessage({ method: 'BYE', uri: 'sip:b@h', headers, body: '' })).toThrow(SipFormatError);
});

test('lists are separated outside of quotes and brackets', () => {
  expect(splitList('"a, b" <sip:c,d@h>, <sip:e@h>;x="1,2"')).toEqual([
    '"a, b" <sip:c,d@h>',
    '<sip:e@h>;x="1,2"',
  ]);
  expect(parseUri('sip:4001@[2001:db8::1]:5070;transport=tcp')).toMatchObject({
    ...{ user: '4001', host: '2001:db8::1', port: 5070 },
  });
  expect(parseUri('sip:b@h:99999')).toBeNull();
  expect(parseUri('mailto:b@h')).toBeNull();
});

test('digests are those of RFC 7616', () => {
  const common =
    'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
  const challenge = bestChallenge([`Digest ${common}, algorithm=MD5`, `Digest ${common}, algorithm=SHA-256`]);
  const account = { user: 'Mufasa', password: 'Circle of Life' };
  const request = { method: 'GET', uri: '/dir/index.html' };
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
  if (challenge === null) throw new Error('no challenge');
  expect(authorization(challenge, account, request, cnonce)).toContain(
    'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"',
  );
  expect(authorization({ ...challenge, algorithm: 'MD5' }, account, request, cnonce)).toContain(
    'response="8ca523f5e9506fed4657c9700eebdbec"',
  );
  expect(
    bestChallenge(['Basic realm="x"', 'Digest realm="x"', 'Digest nonce="1", algorithm=MD4']),
  ).toBeNull();
});

const pcma = { payloadType: 8, rtpmap: 'PCMA/8000' };
const opus = { payloadType: 97, rtpmap: 'opus/48000/2' };
const answer = (...lines: string[]) => ['v=0', 'o=- 1 1 IN IP4 10.0.0.9', 's=-', ...lines, ''].join('\r\n');

test('the first common format of an answer is used, with its own payload type', () => {
  const sdp = answer('c=IN IP4 10.0.0.9', 't=0 0', 'm=audio 4000 RTP/AVP 111 8', 'a=rtpmap:111 opus/48000/2');
  expect(acceptedSound(sdp, [opus, pcma])).toMatchObject({
    ...{ address: '10.0.0.9', port: 4000, payloadType: 111, format: opus, eventType: null },
  });
  const own = writeSdp({
    address: '10.0.0.2',
    port: 16_384,
    session: 7,
    formats: [opus, pcma],
    packetMs: 20,
  });
  expect(acceptedSound(own, [pcma])).toMatchObject({ payloadType: 8, eventType: 101 });
});

test.for([
  ['nothing', ''],
  ['no address', answer('t=0 0', 'm=audio 4000 RTP/AVP 8')],
  ['a name as address', answer('c=IN IP4 host.example', 'm=audio 4000 RTP/AVP 8')],
  ['a refused stream', answer('c=IN IP4 10.0.0.9', 'm=audio 0 RTP/AVP 8')],
  ['a port beyond its range', answer('c=IN IP4 10.0.0.9', 'm=audio 99999 RTP/AVP 8')],
  ['an unknown codec', answer('c=IN IP4 10.0.0.9', 'm=audio 4000 RTP/AVP 18')],
  ['encryption that was not offered', answer('c=IN IP4 10.0.0.9', 'm=audio 4000 RTP/SAVP 8')],
  ['bytes of chance', '\u0000m=audio\nc=\n\n\n'],
])('no sound is accepted from %s', ([, sdp]) => {
  expect(acceptedSound(sdp ?? '', [opus, pcma])).toBeNull();
});
