import type { HistoryState } from '../../../contract/entities/site/history.ts';
import { historyStates } from '../../../contract/entities/site/history.ts';

/** Kind of objects with a history: its code in the database, bytes of a record, records of a row. */
export interface Subject {
  code: number;
  bytes: number;
  perBlock: number;
}

/** A row stays below 2 KB, so that PostgreSQL keeps it in its page. */
export const subjects = {
  terminal: { code: 0, bytes: 3, perBlock: 256 },
  zone: { code: 1, bytes: 24, perBlock: 64 },
  broadcast: { code: 2, bytes: 24, perBlock: 16 },
  server: { code: 3, bytes: 8, perBlock: 1 },
} as const satisfies Record<string, Subject>;

/** Packed records of one row. */
export interface Block {
  subject: number;
  block: number;
  slot: number;
  data: Buffer;
}

/** Packs records by id into rows; ids without a record, and the end of a row, are left zero or out. */
export function pack(
  subject: Subject,
  slot: number,
  records: Iterable<readonly [number, Uint8Array]>,
): Block[] {
  const { bytes, perBlock, code } = subject;
  const blocks = new Map<number, { data: Buffer; end: number }>();
  for (const [id, record] of records) {
    const block = Math.floor(id / perBlock);
    let held = blocks.get(block);
    if (held === undefined) {
      held = { data: Buffer.alloc(bytes * perBlock), end: 0 };
      blocks.set(block, held);
    }
    const at = (id % perBlock) * bytes;
    held.data.set(record, at);
    held.end = Math.max(held.end, at + bytes);
  }
  return [...blocks].map(([block, { data, end }]) => ({
    ...{ subject: code, block, slot },
    data: data.subarray(0, end),
  }));
}

/** Yields the records of a row with their ids, except those that are zero. */
export function* unpack(subject: Subject, { block, data }: Pick<Block, 'block' | 'data'>) {
  const { bytes, perBlock } = subject;
  for (let at = 0; at + bytes <= data.length; at += bytes) {
    const record = data.subarray(at, at + bytes);
    if (record.some((byte) => byte !== 0)) yield [block * perBlock + at / bytes, record] as const;
  }
}

/** Facts of one terminal in one minute. Null: it did not sound. */
export interface TerminalMinute {
  state: HistoryState;
  level_db: number | null;
  loss_pct: number | null;
}

/** Loss of a byte: steps of 0.1 up to 10 percent, of 1 above; 0: none was measured. */
const FINE = 100;
const lossByte = (pct: number | null): number => {
  if (pct === null) return 0;
  const tenths = Math.round(pct * 10);
  return tenths <= FINE ? 1 + tenths : 1 + FINE + Math.min(90, Math.round(pct) - 10);
};
const lossOf = (byte: number): number | null => {
  if (byte === 0) return null;
  return byte <= 1 + FINE ? (byte - 1) / 10 : byte - 1 - FINE + 10;
};

/** Encodes a minute of a terminal; the level in steps of 0.5 dB. */
export function terminalRecord({ state, level_db, loss_pct }: TerminalMinute): Uint8Array {
  const level = level_db === null ? 0 : Math.min(255, Math.max(1, Math.round(255 + level_db * 2)));
  return Uint8Array.of(1 + historyStates.indexOf(state), level, lossByte(loss_pct));
}

/** Decodes a minute of a terminal; null: nothing was recorded. */
export function terminalMinute(record: Uint8Array): TerminalMinute | null {
  const [state = 0, level = 0, loss = 0] = record;
  const name = historyStates[state - 1];
  if (name === undefined) return null;
  return { state: name, level_db: level === 0 ? null : (level - 255) / 2, loss_pct: lossOf(loss) };
}

/** Load of the server in one minute. */
export interface LoadMinute {
  cpu_pct: number;
  delay_ms: number;
  memory_mb: number;
}

const word = (value: number) => Math.min(65_535, Math.max(0, Math.round(value)));

/** Encodes the load; memory is never 0, so that a record is never zero. */
export function loadRecord({ cpu_pct, delay_ms, memory_mb }: LoadMinute): Uint8Array {
  const record = Buffer.alloc(subjects.server.bytes);
  record.writeUInt16LE(word(cpu_pct * 10), 0);
  record.writeUInt16LE(word(delay_ms), 2);
  record.writeUInt16LE(Math.max(1, word(memory_mb)), 4);
  return record;
}

/** Decodes the load. */
export function loadMinute(record: Buffer): LoadMinute {
  return {
    cpu_pct: record.readUInt16LE(0) / 10,
    delay_ms: record.readUInt16LE(2),
    memory_mb: record.readUInt16LE(4),
  };
}
