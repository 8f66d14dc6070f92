import { audioSource, playStatus, type RunEnd, taskType } from '../../contract/codes.ts';
import type { BroadcastLive } from '../../contract/entities/broadcast.ts';
import type { BroadcastItem, broadcast } from '../db/schema.ts';
import { AudioStream } from './audioStream.ts';
import type { Claim } from './claim.ts';
import type { DecodePackets } from './dueLevel.ts';
import { framedTimeline } from './framed.ts';
import { partOf, rankOf, type TaskWeights } from './rank.ts';
import type { OpenSource } from './source.ts';
import { type Heard, Target } from './target.ts';
import { createTimeline, liveTimeline, PACKET_MS, type Timeline } from './timeline.ts';

export type BroadcastRow = typeof broadcast.$inferSelect;

/** What of a running broadcast changes and is stored. */
export type BroadcastState = Pick<
  BroadcastRow,
  'state' | 'position_ms' | 'anchor_at' | 'limit_ms' | 'volume' | 'items' | 'seed'
> & { ended_at: number | null; end_reason: string | null };

/** Why a broadcast ended. */
export type EndReason = RunEnd;
/** The ends that other parts of the server bring about. */
export type FinishReason = Extract<
  EndReason,
  'time' | 'alarm' | 'released' | 'replaced' | 'tested' | 'denied'
>;

/** What of the live row only a change of item or of course changes. */
export type Face = Pick<
  BroadcastLive,
  | 'item_index'
  | 'item_count'
  | 'item_name'
  | 'item_duration_ms'
  | 'item_position_ms'
  | 'anchor_at'
  | 'total_ms'
  | 'position_ms'
  | 'left_ms'
>;

export interface BroadcastTargetInit {
  terminal_id: number;
  org: number | null;
  /** What was heard there before a restart of the server. */
  heard?: Heard;
}

/** One way of a call: the number of the call, and whether who called speaks. */
export interface CallWay {
  id: number;
  isCaller: boolean;
}

/** The part of a broadcast that its timeline is made from. */
export type ListRow = Pick<BroadcastRow, 'items' | 'play_order' | 'loop' | 'interval_ms' | 'seed'> & {
  programme_ms?: number | null;
};

/** An item of a text that is still being spoken: its programme and its length are not known yet. */
export function isUnspoken({ duration_ms }: Pick<BroadcastItem, 'duration_ms'>): boolean {
  return duration_ms === 0;
}

/** Where the items lie in time; sound without items (live, radio), or whose length is not known yet, has no end. */
export function timelineOf(row: ListRow): Timeline {
  if (row.items.length === 0 || row.items.some(isUnspoken)) return liveTimeline;
  if (row.items.some((item) => item.part !== undefined))
    return framedTimeline({ ...row, programme_ms: row.programme_ms ?? null });
  const durations = row.items.map((item) => item.duration_ms);
  return createTimeline({ ...row, durations });
}

/**
 * A broadcast that is on the air, paused or held back. Its position is that of its anchor, and from there it
 * runs with the media clock while `from_us` is set; everything that changes the course sets a new anchor.
 */
export class RunningBroadcast {
  readonly id: number;
  readonly row: BroadcastRow;
  readonly startedBy: string;
  readonly claim: Claim;
  /** Above alarms: the emergency microphone and the all-call. */
  readonly emergency: boolean;
  /** The call of which it is one way. */
  readonly call: CallWay | null;
  /** Opens its sound at a place. */
  readonly open: OpenSource;
  readonly onEnd: (reason: EndReason) => void;
  readonly stream: AudioStream;
  readonly targets = new Map<number, Target>();
  /** Terminals that left it, for their last reports. */
  readonly former = new Map<number, Target>();
  timeline: Timeline;
  /** Paused by hand. */
  paused: boolean;
  /** A person started or resumed it (spec 4: manual playing). */
  manual: boolean;
  position_ms: number;
  /** It begins at a time that was set beforehand, and was put on the air before it. */
  appointed = false;
  /** Media time at which it was asked for, until its first sound was reported; null: that is not measured. */
  asked_us: number | null = null;
  /** Media time of the anchor while it runs; null while it stands. */
  from_us: number | null = null;
  /** How much it may still play from the anchor on, ms; null: as long as its list. */
  limit_ms: number | null;
  /** Counts changes of course: what was begun for an earlier one is dropped. */
  course = 0;
  /** The course for which reading has begun. */
  beginning: number | null = null;
  ended: { reason: EndReason; at: number } | null = null;
  /** Resolves when its row is stored, or noted in the journal: nothing else of it is before. */
  committed: Promise<void> = Promise.resolve();
  /** The last write, so that writes of one broadcast go one after the other. */
  written: Promise<unknown> = Promise.resolve();
  unwritten = false;
  /** The part of the live row that a change of item or course makes, and what it was made for. */
  face: { key: string; row: Face } | null = null;
  /** Media time at which the item (or the silence behind it) is over. */
  faceEnds_us = Number.POSITIVE_INFINITY;
  /** Media time of the last live row. */
  published_at = 0;
  changed = true;
  /** Nothing comes from its source, as it was last looked at. */
  starved = false;

  constructor(
    row: BroadcastRow,
    targets: readonly BroadcastTargetInit[],
    startedBy: string,
    weights: TaskWeights,
    origin_us: number,
    open: OpenSource,
    {
      emergency = false,
      voiceMix = false,
      call = null,
      ended = () => {},
      decode = null,
    }: {
      emergency?: boolean;
      voiceMix?: boolean;
      call?: CallWay | null;
      ended?: (reason: EndReason) => void;
      decode?: DecodePackets | null;
    } = {},
  ) {
    this.id = row.id;
    this.open = open;
    this.onEnd = ended;
    this.row = row;
    this.startedBy = startedBy;
    this.emergency = emergency;
    this.call = call;
    this.claim = {
      broadcast: row.id,
      rank: rankOf({ ...row, emergency }, weights),
      part: partOf({ ...row, emergency }, voiceMix),
      comesBack: row.resume_policy !== 'none',
    };
    this.stream = new AudioStream(row.id, origin_us, decode);
    for (const { terminal_id, org, heard } of targets)
      this.targets.set(terminal_id, new Target(terminal_id, org, heard));
    this.timeline = timelineOf(row);
    this.paused = row.state === 'paused';
    this.manual = row.started_by !== null;
    this.position_ms = row.position_ms;
    this.limit_ms = row.limit_ms;
  }

  /** An alarm, or above alarms. */
  get urgent(): boolean {
    return this.emergency || this.row.task_type === taskType.alarm;
  }

  /** It began without waiting for the database: alarms and live speech, whose records the journal has. */
  get isJournaled(): boolean {
    return this.row.alarm_id !== null || this.row.audio_source === audioSource.microphone;
  }

  get items(): BroadcastItem[] {
    return this.row.items;
  }

  /** Play status of a terminal that it holds (spec 4). */
  get status(): 1 | 2 | 4 {
    if (this.paused) return playStatus.pause;
    return this.manual ? playStatus.manualPlaying : playStatus.playing;
  }

  /** Position that is heard at a media time, ms. */
  positionAt(us: number): number {
    if (this.from_us === null) return this.position_ms;
    const played = Math.max(0, (us - this.from_us) / 1000);
    return this.timeline.advance(
      this.position_ms,
      this.limit_ms === null ? played : Math.min(played, this.limit_ms),
    );
  }

  /** Whether nothing is left to play at the anchor. */
  get over(): boolean {
    return this.timeline.remaining(this.position_ms) <= 0 || (this.limit_ms !== null && this.limit_ms <= 0);
  }

  /** Stands from a media time on (on the stream's grid), at the position heard then. */
  stand(at_us: number): void {
    const position = Math.floor(this.positionAt(at_us) / PACKET_MS) * PACKET_MS;
    if (this.from_us !== null && this.limit_ms !== null)
      this.limit_ms = Math.max(0, this.limit_ms - Math.max(0, (at_us - this.from_us) / 1000));
    this.position_ms = position;
    this.from_us = null;
    this.course++;
  }

  /** What is stored of it now; `wall` is the wall time of a media time. */
  snapshot(wall: (us: number) => number, now_us: number): BroadcastState {
    const state = this.ended
      ? 'ended'
      : this.paused
        ? 'paused'
        : this.from_us === null
          ? 'waiting'
          : 'playing';
    return {
      state,
      position_ms: Math.round(this.position_ms),
      anchor_at: Math.round(wall(this.from_us ?? now_us)),
      limit_ms: this.limit_ms === null ? null : Math.round(this.limit_ms),
      volume: this.row.volume,
      items: this.row.items,
      seed: this.row.seed,
      ended_at: this.ended?.at ?? null,
      end_reason: this.ended?.reason ?? null,
    };
  }
}
