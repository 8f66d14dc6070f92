import type { OfflineManifest, OfflineSound, PlayedRecord } from '../../contract/protocol/offline.ts';
import type { TerminalSettings } from '../../contract/protocol/terminal.ts';

/** Persistent store of media and notes: a folder, or the database of a browser. */
export interface MediaStore {
  /** Capacity for media, bytes. */
  readonly limit: number;
  /** Stored items with their sizes. */
  list(): Promise<Map<string, number>>;
  /** Reads bytes of an item; fewer at its end. A store in memory answers synchronously. */
  read(id: string, offset: number, length: number): Promise<Uint8Array> | Uint8Array;
  /** @throws when there is no room, or it cannot be written */
  write(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  remove(id: string): Promise<void>;
  /** Loads the notes saved last; null: none, or unreadable. */
  load(): Promise<Notes | null>;
  /** Saves the notes atomically. */
  save(notes: Notes): Promise<void>;
}

/** Result of downloading an item. */
export type Fetched =
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  /** The ticket is no longer valid. */
  | { kind: 'ticket' }
  /** The item is no longer in the manifest. */
  | { kind: 'gone' }
  /** The server is busy; retry after this number of seconds. */
  | { kind: 'busy'; seconds: number }
  | { kind: 'failed' };

/** An alarm that plays or continues without a link. */
export interface AlarmNote {
  broadcast: number;
  title: string;
  task_type: number;
  priority: number;
  volume: number | null;
  kept: OfflineSound;
  /** Epoch of its media times. */
  epoch: string | null;
  /** Time of day until which it plays without the server; null: the link is up. */
  until_ms: number | null;
}

export interface RecordNote extends PlayedRecord {
  confirmed: boolean;
  /** Time of day of its last change, ms. */
  changed_ms: number;
}

/** Persistent state. */
export interface Notes {
  manifest: OfflineManifest | null;
  records: RecordNote[];
  /** Number of the next record. */
  next: number;
  /** Offset of the server's time of day from the terminal's own, ms. */
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
