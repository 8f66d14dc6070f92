/** Channel of a capturer. `task`: the capturer task that plays it; `io`: started by its trigger input. */
export interface CapturedStream {
  capturer: number;
  channel: number;
  task: number | null;
  io: boolean;
}

/** Recording of a page that is heard again. `path`: of its file, relative to the folder of recordings. */
export interface RecordedStream {
  recording: number;
  path: string;
}

/**
 * Source of a broadcast without a list: a radio station with its URL at that time, a URL, a capturer channel, or a
 * recorded page.
 */
export type BroadcastStream =
  | { radio: number; url: string }
  | { url: string }
  | CapturedStream
  | RecordedStream;
