import { PACKETS_PER_MESSAGE } from '../../../contract/protocol/audio.ts';
import { LONGEST_LEAD_US, START_LEAD_US } from '../../../contract/protocol/frames.ts';

import type { BroadcastItem } from './broadcastItem.ts';
import type { Timeline } from './timeline.ts';

/** Opus packet of 20 ms of silence, mono: silence is sent too, so that no packet counts as lost. */
export const SILENCE_PACKET = Uint8Array.of(0xf8, 0xff, 0xfe);

/** Error of a source that cannot be opened or ends too early. */
export class SourceError extends Error {
  /** Index of the item in the list; 0 for a source without a list. */
  readonly item: number;
  constructor(item: number, message: string) {
    super(message);
    this.name = 'SourceError';
    this.item = item;
  }
}

/** Timing of a source's packets. */
export interface Pace {
  /** Shortest lead of sound that begins now, also where the links of its terminals need less, µs. */
  startUs: number;
  /** Lead of sound that begins now at terminals that do not report what they need, µs. */
  unknownUs: number;
  /** Time ahead of being heard at which packets are taken at the earliest, µs. */
  leadUs: number;
  /** Packets per message: five for programme, one for live speech. */
  packets: number;
}

/** Pace of all sound that is available ahead of its time. */
export const programmePace: Pace = {
  startUs: 0,
  unknownUs: START_LEAD_US,
  leadUs: LONGEST_LEAD_US,
  packets: PACKETS_PER_MESSAGE,
};

/**
 * Source of the sound of a broadcast: Opus packets, 48 kHz, mono, 20 ms each. A source plays one stretch,
 * from the start, a resume or a jump to the end or to `close`; after a pause or a pre-emption the broadcast
 * opens the next one by its `OpenSource`.
 *
 * A *stored* programme (`ProgrammeReader`) is read well ahead of time. A *live* source (`LiveFeed`) has
 * `attach`: it tells when a packet has arrived, and gives silence when one is overdue. A source in between,
 * such as a radio station, sets its own lead in `pace` and gives packets as long as it has some in reserve;
 * `aheadUs` tells it when it has to give silence instead of nothing.
 */
export interface Source {
  /** May change while it plays; `startUs` is read when it begins. */
  readonly pace: Pace;
  /** True when everything up to the end, or to the failure, has been taken. */
  readonly finished: boolean;
  /** Reason of the end, where it is not that the programme was played to its end. */
  readonly ending?: 'hung_up';
  /** Error that ended the source; null when it has not failed. */
  readonly failure: SourceError | null;
  /** True while nothing arrives and silence is given in its place. */
  readonly starved?: boolean;
  /** Title of the current item, for sources without a list. */
  readonly title?: string;
  /** Prepares the first sound. @throws SourceError when there is none */
  prepare(): Promise<void>;
  /**
   * Gives the next packets, `count` at most: fewer, or none, when there are no more for now. Never waits.
   * Packets given too late to be heard are skipped by the stream: a programme keeps its time.
   * @param aheadUs time until the first of them is to be heard, µs; below zero: it is overdue
   */
  take(count: number, aheadUs: number): Uint8Array[];
  /** Stops the source; no packets are taken afterwards. May be called more than once. */
  close(): void;
  /** Calls `wake`, of a live source, when a packet has arrived or is overdue, until `close`. */
  attach?(wake: () => void): void;
  /** Takes, for a live source, the lead that the links of its terminals need now, µs. */
  follow?(leadUs: number): void;
  /**
   * Counts, for a live source, a terminal's late packets since its last report, and its buffer reserve, ms.
   */
  reported?(late: number, buffer_ms: number): void;
}

/** Opens the sound of a broadcast at a place; nothing is read before `prepare`. */
export type OpenSource = (place: ListPosition) => Source;

/** A place in a list. */
export interface ListPosition {
  position: number;
  items: readonly BroadcastItem[];
  timeline: Timeline;
}
