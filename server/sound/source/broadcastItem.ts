/** An item of a broadcast's list: a stored file, or a text that was synthesised to a cached programme. */
export interface BroadcastItem {
  kind: 'file' | 'speech';
  file_id: number | null;
  name: string;
  /** Folder of programme.opk, relative to DATA_DIR. */
  path: string;
  duration_ms: number;
  /** A chime, played once before or after the list (server/sound/source/chimeTimeline.ts). */
  part?: 'before' | 'after';
}
