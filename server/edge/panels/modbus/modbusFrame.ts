import { StreamFailure } from '../../../sound/radio/failure.ts';

/** Function codes that are used (MODBUS Application Protocol Specification V1.1b3, 6). */
export const modbusFunction = {
  coil: 1,
  discrete_input: 2,
  holding_register: 3,
  input_register: 4,
  writeCoil: 5,
} as const;

/** Bit of a function code that marks an exception. */
export const EXCEPTION = 0x80;
/** Values of a coil in a write request. */
export const COIL_ON = 0xff00;
export const COIL_OFF = 0;
/** Bytes before the unit identifier, which the length field counts, and the largest length. */
const HEADER = 6;
const MAX_LENGTH = 254;

export interface ModbusFrame {
  transaction: number;
  unit: number;
  /** Function code and what follows it. */
  pdu: Buffer;
}

/** Builds a request of one of the functions above. @param value number of lines, or value of the coil */
export function requestFrame(
  transaction: number,
  unit: number,
  code: number,
  address: number,
  value: number,
): Buffer {
  const frame = Buffer.alloc(12);
  frame.writeUInt16BE(transaction, 0);
  frame.writeUInt16BE(6, 4);
  frame.writeUInt8(unit, 6);
  frame.writeUInt8(code, 7);
  frame.writeUInt16BE(address, 8);
  frame.writeUInt16BE(value, 10);
  return frame;
}

/** Reads frames from the bytes of a connection, which may be cut anywhere. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** True when a frame has begun that is not complete. */
  get isPartial(): boolean {
    return this.#rest.length > 0;
  }

  /** @throws StreamFailure when the bytes are not Modbus TCP */
  take(bytes: Buffer): ModbusFrame[] {
    let rest = Buffer.concat([this.#rest, bytes]);
    const frames: ModbusFrame[] = [];
    while (rest.length >= HEADER) {
      const length = rest.readUInt16BE(4);
      if (rest.readUInt16BE(2) !== 0 || length < 3 || length > MAX_LENGTH)
        throw new StreamFailure('panel.notModbus');
      if (rest.length < HEADER + length) break;
      const frame = rest.subarray(0, HEADER + length);
      frames.push({ transaction: frame.readUInt16BE(0), unit: frame.readUInt8(6), pdu: frame.subarray(7) });
      rest = rest.subarray(HEADER + length);
    }
    this.#rest = rest;
    return frames;
  }
}

/** Reads the values of lines from an answer. @throws StreamFailure when its length does not fit their number */
export function linesOf(pdu: Buffer, count: number): boolean[] {
  const isRegister = pdu[0] === modbusFunction.holding_register || pdu[0] === modbusFunction.input_register;
  const bytes = isRegister ? count * 2 : Math.ceil(count / 8);
  if (pdu[1] !== bytes || pdu.length !== bytes + 2) throw new StreamFailure('panel.wrongLength');
  return Array.from({ length: count }, (_, i) =>
    isRegister ? pdu.readUInt16BE(2 + i * 2) !== 0 : ((pdu.readUInt8(2 + (i >> 3)) >> (i & 7)) & 1) === 1,
  );
}
