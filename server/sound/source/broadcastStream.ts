/** Channel of a capturer. `task`: the capturer task that plays it; `io`: started by its trigger input. */
export interface CapturedStream {
  capturer: number;
  channel: number;
  task: number | null;
  io: boolean;
}

/**
 * Source of a broadcast without a list: a radio station with its URL at that time, a URL, or a capturer
 * channel.
 */
export type BroadcastStream = { radio: number; url: string } | { url: string } | CapturedStream;
