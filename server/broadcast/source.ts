import { PACKETS_PER_MESSAGE } from '../../contract/audio.ts';
import { MAX_LEAD_US, START_LEAD_US } from '../../contract/frames.ts';
import type { Place } from './place.ts';

/** Opus of 20 ms of silence, mono: a pause in the sound is sound too, so that nothing seems lost. */
export const SILENCE_PACKET = Uint8Array.of(0xf8, 0xff, 0xfe);

/** A source that is not there, or ends before its end. */
export class SourceError extends Error {
  /** Index of the item in the list; 0 for a source without a list. */
  readonly item: number;
  constructor(item: number, message: string) {
    super(message);
    this.name = 'SourceError';
    this.item = item;
  }
}

/** How a source wants to be carried. */
export interface Pace {
  /** What begins now is heard this far ahead of now, µs. */
  start_us: number;
  /** Packets are asked for up to this far ahead of being heard, µs. */
  lead_us: number;
  /** Packets to a message: five for programme, one for speech (design 3). */
  packets: number;
}

/** The pace of everything that can be had ahead of its time (design 6). */
export const programmePace: Pace = {
  start_us: START_LEAD_US,
  lead_us: MAX_LEAD_US,
  packets: PACKETS_PER_MESSAGE,
};

/**
 * Where the sound of a broadcast comes from (design 7, "Sources"): packets of Opus, 48 kHz, mono, 20 ms each. One
 * source plays one stretch: from the start, a resume or a jump to the end, or until `close`; a broadcast that goes on
 * after a pause or a pre-emption opens its next one by its `OpenSource`.
 *
 * A *stored* programme (`ProgrammeReader`) is asked well ahead of time and gives what it has read. A *live* one
 * (`LiveFeed`) has `attach`: it says when a packet has come, and answers with silence when one is overdue. A
 * source in between, such as a radio station, asks for a lead of its own in `pace` and, as long as it has packets
 * in reserve, gives those; `ahead_us` tells it when it has to give silence instead of nothing.
 */
export interface Source {
  /** May change while it plays; `start_us` is read when it begins. */
  readonly pace: Pace;
  /** Everything up to the end, or to the failure, has been taken. */
  readonly finished: boolean;
  /** Why it ends, where that is not because its programme was played to the end. */
  readonly ending?: 'hung_up';
  /** Why there is no more, when that is no end. */
  readonly failure: SourceError | null;
  /** Nothing comes from where it should: silence is given in its place. */
  readonly starved?: boolean;
  /** What plays now, where there is no list that says so. */
  readonly title?: string;
  /** Does what must be done before sound can begin. @throws SourceError when there is none */
  prepare(): Promise<void>;
  /**
   * The next packets, `count` at most: fewer, or none, when there are no more for now. Never waits. What is not
   * given in time to be heard is passed over by the stream: a programme keeps its time.
   * @param ahead_us time from now until the first of them is to be heard; below zero: it is overdue
   */
  take(count: number, ahead_us: number): Uint8Array[];
  /** No more will be taken. Called once or more. */
  close(): void;
  /** For live sources: `wake` is to be called when a packet has come, or one is overdue, until `close`. */
  attach?(wake: () => void): void;
  /** For live sources: a terminal has reported how many packets came too late since its last report, and its reserve. */
  reported?(late: number, buffer_ms: number): void;
}

/** Opens the sound of a broadcast at a place; nothing is read before `prepare`. */
export type OpenSource = (place: Place) => Source;
