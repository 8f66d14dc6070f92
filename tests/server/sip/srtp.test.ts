import { createCipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { readCrypto, writeCrypto } from '../../../server/platform/sip/sdes.ts';
import { acceptedSound, writeSdp } from '../../../server/platform/sip/sdp.ts';
import { deriveKeys, packetIv, SrtpReceiver, SrtpSender } from '../../../server/platform/sip/srtp.ts';

/** docs/protocols/sip-calls.md#encrypted-sound */

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** Master key and salt of RFC 3711, B.3. */
const MASTER = hex('E1F97A0D3E018BE0D64FA32C06DE4139 0EC675AD498AFEEBB6960B3AABE6');

test('the keystream is that of RFC 3711, B.2', () => {
  const iv = packetIv(hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'), 0, 0);
  const cipher = createCipheriv('aes-128-ctr', hex('2B7E151628AED2A6ABF7158809CF4F3C'), iv);
  const blocks =
    'E03EAD0935C95E80E166B16DD92B4EB4 D23513162B02D0F72A43A2FE4A5F97AB 41E95B3BB0A2E8DD477901E4FCA894C0';
  expect(cipher.update(Buffer.alloc(48))).toEqual(hex(blocks));
});

test('keys are derived as in RFC 3711, B.3', () => {
  expect(deriveKeys(MASTER)).toEqual({
    cipher: hex('C61E7A93744F39EE10734AFE3FF7A087'),
    salt: hex('30CBBC08863D8C85D49DB34A9AE1'),
    auth: hex('CEBE321F6FF7716B6FD4AB49AF256A15 6D38BAA4'),
  });
});

test('a whole packet is that of libsrtp', () => {
  const plain = hex(`800f1234decafbadcafebabe${'ab'.repeat(16)}`);
  const sealed = hex('800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb');
  expect(Buffer.from(new SrtpSender(MASTER).protect(plain))).toEqual(sealed);
  expect(new SrtpReceiver(MASTER).unprotect(sealed)).toEqual(plain);
});

function rtp(sequence: number, ssrc = 7): Buffer {
  const packet = Buffer.alloc(32, sequence & 0xff);
  packet.writeUInt16BE(0x8008, 0);
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

test('packets are read over the wrap of their number, late ones once, repeated and old ones never', () => {
  const [sender, receiver] = [new SrtpSender(MASTER), new SrtpReceiver(MASTER)];
  const all = Array.from({ length: 200 }, (_, n) => 65_500 + n);
  const sealed = all.map((n) => sender.protect(rtp(n)));
  const order = all.map((_, i) => i ^ 1);
  for (const i of order) expect(receiver.unprotect(sealed[i] as Uint8Array)).toEqual(rtp(all[i] as number));
  for (const one of sealed) expect(receiver.unprotect(one)).toBeNull();
});

test('forged, cut and foreign packets are not read, and spoil nothing', () => {
  const [sender, receiver] = [new SrtpSender(MASTER), new SrtpReceiver(MASTER)];
  const sealed = Buffer.from(sender.protect(rtp(1)));
  for (let at = 0; at < sealed.length; at++) {
    const forged = Buffer.from(sealed);
    forged[at] = (forged[at] ?? 0) ^ 0x10;
    expect(receiver.unprotect(forged)).toBeNull();
    expect(receiver.unprotect(sealed.subarray(0, at))).toBeNull();
  }
  expect(receiver.unprotect(new SrtpSender(Buffer.alloc(30, 1)).protect(rtp(2)))).toBeNull();
  expect(receiver.unprotect(sealed)).toEqual(rtp(1));
});

const format = { payloadType: 8, rtpmap: 'PCMA/8000' };
const own = { address: '10.0.0.2', port: 4_000, session: 1, formats: [format], packetMs: 20 };

test('a key is offered as RTP/SAVP and read again', () => {
  const sdp = writeSdp({ ...own, crypto: { tag: 3, master: MASTER } });
  expect(sdp).toContain('m=audio 4000 RTP/SAVP 8 101');
  expect(acceptedSound(sdp, [format])).toMatchObject({ crypto: { tag: 3, master: MASTER } });
  expect(acceptedSound(writeSdp(own), [format])).toMatchObject({ crypto: null });
});

const line = writeCrypto({ tag: 1, master: MASTER });
test.each([
  ['no key', ''],
  ['another suite', line.replace('SHA1_80', 'SHA1_32')],
  ['a short key', line.slice(0, -4)],
  ['several keys', `${line}|2^20|1:4`],
  ['no authentication', `${line} UNAUTHENTICATED_SRTP`],
])('encrypted sound with %s is not accepted', (_, crypto) => {
  const sdp = writeSdp({ ...own, crypto: { tag: 1, master: MASTER } }).replace(line, crypto);
  expect(acceptedSound(sdp, [format])).toBeNull();
  expect(readCrypto(crypto)).toBeNull();
});

test('a lifetime of a key is read over', () => {
  expect(readCrypto(`${line}|2^31`)).toEqual({ tag: 1, master: MASTER });
});
