import { expect, test } from 'vitest';
import { defaultTransport } from '../../../contract/entities/terminals/foreign.ts';
import { encodeSap, sapAddressOf } from '../../../server/site/foreign/worker/sap/sapPacket.ts';
import { originLine, sdpOf } from '../../../server/site/foreign/worker/sap/sdp.ts';
import { udpUrl } from '../../../server/site/foreign/worker/udpOutput.ts';

const session = { id: 7, version: 9, origin: '10.0.0.2' };

test('an announcement is the header of RFC 2974 and SDP; a deletion has the line of the origin only', () => {
  const transport = { ...defaultTransport, group: '239.255.21.1', port: 5004, ttl: 4 };
  const sdp = sdpOf(transport, session);
  expect(sdp.split('\r\n')).toEqual([
    ...['v=0', 'o=- 7 9 IN IP4 10.0.0.2', 's=239.255.21.1:5004', 'c=IN IP4 239.255.21.1/4', 't=0 0'],
    ...['a=recvonly', 'm=audio 5004 RTP/AVP 9', 'a=rtpmap:9 G722/8000', 'a=ptime:20', ''],
  ]);
  const packet = Buffer.from(encodeSap({ hash: 0x1234, origin: '10.0.0.2', isDeletion: false, sdp }));
  expect(packet.subarray(0, 8).toString('hex')).toBe('200012340a000002');
  expect(packet.subarray(8).toString()).toBe(`application/sdp\0${sdp}`);
  const origin = originLine(session);
  const deletion = Buffer.from(
    encodeSap({ hash: 0x1234, origin: '10.0.0.2', isDeletion: true, sdp: origin }),
  );
  expect(deletion[0]).toBe(0x24);
  expect(deletion.subarray(24).toString()).toBe('o=- 7 9 IN IP4 10.0.0.2\r\n');
});

test('a group is announced in its scope', () => {
  expect(['239.255.3.4', '239.193.0.1', '224.0.1.116'].map(sapAddressOf)).toEqual([
    ...['239.255.255.255', '239.195.255.255', '224.2.127.254'],
  ]);
});

test('a socket has the mark, the time to live and the interface of its group', () => {
  const target = { group: '239.255.0.1', port: 5004, ttl: 2, interface: '10.0.0.2', dscp: 46 };
  expect(udpUrl(target)).toBe(
    'udp://239.255.0.1:5004?ttl=2&pkt_size=1472&connect=1&localaddr=10.0.0.2&dscp=46',
  );
  expect(udpUrl({ ...target, interface: '', dscp: 0 })).not.toMatch(/localaddr|dscp/);
});
