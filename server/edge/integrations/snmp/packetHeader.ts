/** Beginning of an SNMP message, which is not encrypted. */
export interface PacketHeader {
  /** As on the wire: 0 SNMPv1, 1 SNMPv2c, 3 SNMPv3. */
  version: number;
  /** Of SNMPv3: whether it is authenticated and encrypted. */
  isPrivate: boolean;
  /** Of SNMPv3: id of the engine that it addresses; empty: it asks for the id. */
  engineId: Buffer;
}

const INTEGER = 0x02;
const OCTETS = 0x04;
const SEQUENCE = 0x30;
const V3 = 3;
/** Flags of SNMPv3 for authentication and encryption. */
const AUTH_PRIV = 3;

/** Reads the elements of a part of a packet one after the other. */
class Elements {
  #rest: Buffer;
  constructor(bytes: Buffer) {
    this.#rest = bytes;
  }

  /** Takes the content of the next element. @throws RangeError when it is of another type or cut off */
  next(type: number): Buffer {
    const [tag, first] = this.#rest;
    if (tag !== type || first === undefined) throw new RangeError('unexpected element');
    const more = first < 0x80 ? 0 : first & 0x7f;
    if (more > 3 || this.#rest.length < 2 + more || first === 0x80) throw new RangeError('wrong length');
    const length = more === 0 ? first : this.#rest.readUIntBE(2, more);
    const content = this.#rest.subarray(2 + more, 2 + more + length);
    if (content.length !== length) throw new RangeError('cut off');
    this.#rest = this.#rest.subarray(2 + more + length);
    return content;
  }
}

/** Reads the header of an SNMP message; null: it is none. */
export function packetHeader(packet: Buffer): PacketHeader | null {
  try {
    const message = new Elements(new Elements(packet).next(SEQUENCE));
    const version = message.next(INTEGER);
    if (version.length !== 1) return null;
    const header = { version: version[0] ?? 0, isPrivate: false, engineId: Buffer.alloc(0) };
    if (header.version !== V3) return header;
    const global = new Elements(message.next(SEQUENCE));
    global.next(INTEGER);
    global.next(INTEGER);
    const flags = global.next(OCTETS)[0] ?? 0;
    const security = new Elements(new Elements(message.next(OCTETS)).next(SEQUENCE));
    return { ...header, isPrivate: (flags & AUTH_PRIV) === AUTH_PRIV, engineId: security.next(OCTETS) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
