import type { KeepManifest, KeptSound, PlayedRecord } from '../../../contract/keeping.ts';
import type { TerminalSettings } from '../../../contract/terminal.ts';

/** Where a terminal keeps media and notes over a restart: a folder, or a browser's database. */
export interface Shelf {
  /** Most bytes of media that it takes. */
  readonly limit: number;
  /** The items that are there, with their sizes. */
  list(): Promise<Map<string, number>>;
  /** Bytes of an item; fewer where it ends. A shelf in memory answers at once. */
  read(id: string, offset: number, length: number): Promise<Uint8Array> | Uint8Array;
  /** @throws when there is no room, or it cannot be written */
  write(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  remove(id: string): Promise<void>;
  /** What was saved last; null: nothing, or nothing that can be read. */
  load(): Promise<Notes | null>;
  /** All of it or nothing of it is there after a crash. */
  save(notes: Notes): Promise<void>;
}

/** What came of fetching an item. */
export type Fetched =
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  /** The ticket is no good any more. */
  | { kind: 'ticket' }
  /** It is named no longer. */
  | { kind: 'gone' }
  /** Come again after so many seconds. */
  | { kind: 'busy'; seconds: number }
  | { kind: 'failed' };

/** An alarm that sounds, or goes on alone. */
export interface AlarmNote {
  broadcast: number;
  title: string;
  task_type: number;
  priority: number;
  volume: number | null;
  kept: KeptSound;
  /** Its media times are of this run of the server. */
  epoch: string | null;
  /** Time of day until which it goes on alone; null: the link is there. */
  until_ms: number | null;
}

export interface RecordNote extends PlayedRecord {
  noted: boolean;
  /** Time of day of its last change, ms. */
  changed_ms: number;
}

/** What is to outlive a restart. */
export interface Notes {
  manifest: KeepManifest | null;
  records: RecordNote[];
  /** Number of the next record. */
  next: number;
  /** How far the server's time of day was ahead of the terminal's own, ms. */
  ahead_ms: number;
  settings: TerminalSettings | null;
  site: string;
  alarm: AlarmNote | null;
}

export const noNotes = (): Notes => ({
  manifest: null,
  records: [],
  next: 1,
  ahead_ms: 0,
  settings: null,
  site: '',
  alarm: null,
});
