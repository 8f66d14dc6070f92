import { audioSource, playStatus, type RunEnd, taskType } from '../../../contract/codes.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { DecodePackets } from '../../sound/source/expectedLevel.ts';
import { timelineOf } from '../../sound/source/listTimeline.ts';
import type { OpenSource } from '../../sound/source/source.ts';
import { PACKET_MS, type Timeline } from '../../sound/source/timeline.ts';
import type { BroadcastRow } from '../broadcast/broadcast.table.ts';
import { AudioStream } from './audioStream.ts';
import type { Claim } from './claim.ts';
import { mixClassOf, rankOf, type TaskWeights } from './rank.ts';
import { type DeliveryCounts, Target } from './target.ts';

/** The fields of a running broadcast that change and are stored. */
export type BroadcastState = Pick<
  BroadcastRow,
  'state' | 'position_ms' | 'anchor_at' | 'limit_ms' | 'volume' | 'items' | 'seed'
> & { ended_at: number | null; end_reason: string | null };

/** Reason of a broadcast's end. */
export type EndReason = RunEnd;
/** Ends that other parts of the server bring about. */
export type FinishReason = Extract<
  EndReason,
  'time' | 'alarm' | 'released' | 'replaced' | 'tested' | 'denied'
>;

/** Fields of the live row that change only with the item, a pause or a jump. */
export type CurrentItem = Pick<
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
  /** Proof of delivery from before a restart of the server. */
  heard?: DeliveryCounts;
}

/** One direction of a call: the number of the call, and the side that speaks. */
export interface CallWay {
  id: number;
  isCaller: boolean;
}

/**
 * A broadcast that is on the air, paused or held. Its position is that of its anchor and advances with the
 * media clock while `from_us` is set; every pause, suspension or jump sets a new anchor.
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
  /** Opens its sound at a place in the list. */
  readonly open: OpenSource;
  readonly onEnd: (reason: EndReason) => void;
  readonly stream: AudioStream;
  readonly targets = new Map<number, Target>();
  /** Terminals that left it, kept for their last reports. */
  readonly former = new Map<number, Target>();
  timeline: Timeline;
  /** Paused by hand. */
  paused: boolean;
  /** True when a person started or resumed it (play status "manual playing"). */
  manual: boolean;
  position_ms: number;
  /** True when it begins at a set time and was put on the air before that. */
  appointed = false;
  /** Media time of the request, until its first sound was reported; null: not measured. */
  asked_us: number | null = null;
  /** Media time of the anchor while it plays; null while it is held or paused. */
  from_us: number | null = null;
  /** Time that it may still play from the anchor on, ms; null: as long as its list. */
  limit_ms: number | null;
  /** Number of pauses, suspensions and jumps: results of work for an earlier one are dropped. */
  course = 0;
  /** Value of `course` for which a source is being opened. */
  beginning: number | null = null;
  ended: { reason: EndReason; at: number } | null = null;
  /** Resolves when its row is stored or in the journal; nothing else of it is written before. */
  committed: Promise<void> = Promise.resolve();
  /** The last write, so that the writes of one broadcast go one after the other. */
  written: Promise<unknown> = Promise.resolve();
  unwritten = false;
  /** Fields of the live row that change with the item, a pause or a jump, and the key they were made for. */
  face: { key: string; row: CurrentItem } | null = null;
  /** Media time at which the current item (or the silence behind it) ends. */
  faceEnds_us = Number.POSITIVE_INFINITY;
  /** Media time of the last live row. */
  published_at = 0;
  changed = true;
  /** True when its source delivered nothing at the last check. */
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
      part: mixClassOf({ ...row, emergency }, voiceMix),
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

  /** True for an alarm, and for broadcasts that rank above alarms. */
  get urgent(): boolean {
    return this.emergency || this.row.task_type === taskType.alarm;
  }

  /**
   * True for broadcasts that begin without waiting for the database: alarms and live speech, written to the
   * journal.
   */
  get isJournaled(): boolean {
    return this.row.alarm_id !== null || this.row.audio_source === audioSource.microphone;
  }

  get items(): BroadcastItem[] {
    return this.row.items;
  }

  /** Play status of a terminal that plays it. */
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

  /** True when nothing is left to play at the anchor. */
  get over(): boolean {
    return this.timeline.remaining(this.position_ms) <= 0 || (this.limit_ms !== null && this.limit_ms <= 0);
  }

  /** Holds at a media time (on the stream's grid), at the position heard then. */
  stand(at_us: number): void {
    const position = Math.floor(this.positionAt(at_us) / PACKET_MS) * PACKET_MS;
    if (this.from_us !== null && this.limit_ms !== null)
      this.limit_ms = Math.max(0, this.limit_ms - Math.max(0, (at_us - this.from_us) / 1000));
    this.position_ms = position;
    this.from_us = null;
    this.course++;
  }

  /** State to be stored now. @param wall converts media time to wall time */
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
