/** Packet of a group page, read by the table of docs/protocols/group-page.md. */
export interface PagePacket {
  op: 'alert' | 'transmit' | 'end';
  channel: number;
  serial: number;
  caller: string;
  codec?: number;
  timestamp?: number;
  audio?: Buffer;
}

const ops: Record<number, PagePacket['op']> = { 15: 'alert', 16: 'transmit', 255: 'end' };

export function readPage(packet: Uint8Array): PagePacket {
  const bytes = Buffer.from(packet);
  const op = ops[bytes.readUInt8(0)];
  if (op === undefined || bytes.readUInt8(6) !== 13) throw new Error('not a packet of a group page');
  const common = {
    ...{ op, channel: bytes.readUInt8(1), serial: bytes.readUInt32BE(2) },
    caller: bytes.subarray(7, 20).toString('ascii').replace(/\0+$/, ''),
  };
  if (op !== 'transmit') {
    if (bytes.length !== 20) throw new Error(`${op} of ${bytes.length} bytes`);
    return common;
  }
  const sound = { codec: bytes.readUInt8(20), timestamp: bytes.readUInt32BE(22) };
  return { ...common, ...sound, audio: bytes.subarray(26) };
}

/** Phone that receives a page: frames that were lost come with the packet after them. */
export class PageReceiver {
  readonly frames = new Map<number, string>();
  readonly #frameBytes: number;
  readonly #samples: number;
  isPaged = false;

  constructor(frameBytes: number) {
    this.#frameBytes = frameBytes;
    this.#samples = frameBytes;
  }

  receive(packet: Uint8Array): void {
    const { op, timestamp = 0, audio } = readPage(packet);
    if (op !== 'transmit') this.isPaged = op === 'alert';
    if (!this.isPaged || audio === undefined) return;
    this.frames.set(timestamp, audio.subarray(-this.#frameBytes).toString('hex'));
    if (audio.length > this.#frameBytes)
      this.frames.set(timestamp - this.#samples, audio.subarray(0, this.#frameBytes).toString('hex'));
  }
}
