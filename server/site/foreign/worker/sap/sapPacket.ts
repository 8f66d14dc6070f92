const VERSION_1 = 0x20;
const DELETION = 0x04;
const PAYLOAD_TYPE = 'application/sdp\0';

/** Port of the Session Announcement Protocol (RFC 2974). */
export const SAP_PORT = 9875;

export interface Announcement {
  /** Number that tells two descriptions of one sender apart; 0 is not used. */
  hash: number;
  /** IPv4 address of the sender. */
  origin: string;
  isDeletion: boolean;
  /** SDP; of a deletion, only the line of its origin. */
  sdp: string;
}

/** Encodes an announcement without authentication, encryption and compression. */
export function encodeSap({ hash, origin, isDeletion, sdp }: Announcement): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt8(VERSION_1 | (isDeletion ? DELETION : 0), 0);
  header.writeUInt16BE(hash, 2);
  for (const [i, byte] of origin.split('.').entries()) header.writeUInt8(Number(byte), 4 + i);
  return Buffer.concat([header, Buffer.from(PAYLOAD_TYPE), Buffer.from(sdp)]);
}

/** Address to which a group is announced: the highest one of its scope (RFC 2365), otherwise the global one. */
export function sapAddressOf(group: string): string {
  const [first = 0, second = 0] = group.split('.').map(Number);
  if (first === 239 && second === 255) return '239.255.255.255';
  if (first === 239 && second >= 192 && second <= 195) return '239.195.255.255';
  return '224.2.127.254';
}
