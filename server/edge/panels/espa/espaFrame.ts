import { StreamFailure } from '../../../sound/radio/failure.ts';

/** Control characters of ESPA 4.4.4 (November 1984), 2.3. */
export const control = {
  SOH: 0x01,
  STX: 0x02,
  ETX: 0x03,
  EOT: 0x04,
  ENQ: 0x05,
  ACK: 0x06,
  NAK: 0x15,
  RS: 0x1e,
  US: 0x1f,
} as const;

/** Record of a call: its data identifiers (4.3). */
export const record = {
  address: '1',
  text: '2',
  beep: '3',
  type: '4',
  transmissions: '5',
  priority: '6',
} as const;
/** Header of a block that calls a pager, and types of a call (record 4). */
export const CALL = '1';
export const callType = { reset: '1', standard: '3' } as const;

/** Longest block, and most characters in a row that belong to nothing. */
const MAX_BLOCK = 1_000;
const MAX_STRAY = 64;

/** Message of a station; a `block` with a wrong check character has `records` null. */
export type Token =
  | { type: 'enquiry'; address: string }
  | { type: 'eot' | 'ack' | 'nak' }
  | { type: 'block'; header: string; records: ReadonlyMap<string, string> | null };

const text = (bytes: readonly number[]) => String.fromCharCode(...bytes);

/** Reads what a station sends from the bytes of a connection, which may be cut anywhere. */
export class EspaReader {
  /** Characters since SOH, without it; null: outside of a block. */
  #block: number[] | null = null;
  #prefix = '';
  #stray = 0;

  /** @throws StreamFailure when the bytes are not ESPA 4.4.4 */
  take(bytes: Uint8Array): Token[] {
    const tokens: Token[] = [];
    for (const byte of bytes) {
      // The eighth bit is a parity bit.
      const token = this.#next(byte & 0x7f);
      if (token === null) continue;
      this.#stray = 0;
      tokens.push(token);
    }
    return tokens;
  }

  #next(char: number): Token | null {
    if (this.#block !== null) return this.#inBlock(this.#block, char);
    const prefix = this.#prefix;
    this.#prefix = '';
    switch (char) {
      case control.SOH:
        this.#block = [];
        return null;
      case control.ENQ:
        return { type: 'enquiry', address: prefix };
      case control.EOT:
        return { type: 'eot' };
      case control.ACK:
        return { type: 'ack' };
      case control.NAK:
        return { type: 'nak' };
      default:
        // The address before ENQ, or the reason before NAK.
        this.#prefix = String.fromCharCode(char);
        this.#count();
        return null;
    }
  }

  #count(): void {
    if (++this.#stray > MAX_STRAY) throw new StreamFailure('panel.notEspa');
  }

  #inBlock(block: number[], char: number): Token | null {
    const isWhole = block.at(-1) === control.ETX;
    if (!isWhole) {
      block.push(char);
      if (block.length > MAX_BLOCK) throw new StreamFailure('panel.notEspa');
      return null;
    }
    this.#block = null;
    const start = block.indexOf(control.STX);
    const records = start < 0 || checkOf(block) !== char ? null : recordsOf(block.slice(start + 1, -1));
    return { type: 'block', header: text(block.slice(0, Math.max(0, start))), records };
  }
}

/** Check character of a block: all characters after SOH, ETX included. */
const checkOf = (block: readonly number[]) => block.reduce((sum, char) => sum ^ char, 0);

function recordsOf(chars: readonly number[]): Map<string, string> {
  const records = new Map<string, string>();
  for (const part of text(chars).split(text([control.RS]))) {
    const [key = '', ...values] = part.split(text([control.US]));
    records.set(key, values.join(' '));
  }
  return records;
}

/** Builds a block. */
export function blockOf(header: string, records: readonly (readonly [string, string])[]): Buffer {
  const body = records.map(([key, value]) => `${key}\x1f${value}`).join('\x1e');
  const chars = [...Buffer.from(`${header}\x02${body}\x03`, 'latin1')];
  return Buffer.from([control.SOH, ...chars, checkOf(chars)]);
}

/** Builds the enquiry of a station. */
export const enquiry = (address: string): Buffer => Buffer.from(`${address}\x05`, 'latin1');
