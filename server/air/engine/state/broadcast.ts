import type { BroadcastItem } from '../../../sound/source/broadcastItem.ts';
import type { DecodePackets } from '../../../sound/source/expectedLevel.ts';
import { timelineOf } from '../../../sound/source/listTimeline.ts';
import type { ListPosition, OpenSource, Source } from '../../../sound/source/source.ts';
import type { Timeline } from '../../../sound/source/timeline.ts';
import type { BroadcastRow } from '../../broadcast/broadcast.table.ts';
import type { Claim } from '../claim.ts';
import type { EndReason } from '../playbackRules.ts';
import { isUrgentTask, mixClassOf, rankOf, type TaskWeights } from '../rank.ts';
import type { CallWay, RunningBroadcast } from '../runningBroadcast.ts';
import type { StartWait } from '../start/startWait.ts';
import { AudioStream } from '../stream/audioStream.ts';
import { LiveRowState } from './liveRowState.ts';
import { PlaybackState } from './playbackState.ts';
import { SourcePosition } from './sourcePosition.ts';
import type { Target } from './target.ts';
import { type BroadcastTargetInit, Targets } from './targets.ts';

export interface BroadcastInit {
  row: BroadcastRow;
  targets: readonly BroadcastTargetInit[];
  startedBy: string;
  weights: TaskWeights;
  /** Media time at which the grid of its packets begins. */
  originUs: number;
  /** Opens its sound at a place in the list. */
  open: OpenSource;
  emergency?: boolean;
  voiceMix: boolean;
  call?: CallWay | null;
  decode: DecodePackets | null;
  leadsAlone: () => boolean;
  /** True when it begins at a set time and is put on the air before that. */
  isScheduledAhead?: boolean;
  /** Called once when it has ended. */
  ended?: (reason: EndReason) => void;
}

/**
 * A broadcast that is on the air, paused or suspended. Each part of its state belongs to one class and changes by
 * its methods; changes of several parts together are methods below. The lifecycle calls them as `playbackRules.ts`
 * decides.
 */
export class Broadcast implements RunningBroadcast {
  readonly id: number;
  readonly startedBy: string;
  readonly claim: Claim;
  readonly emergency: boolean;
  readonly call: CallWay | null;
  readonly isScheduledAhead: boolean;
  readonly stream: AudioStream;
  readonly playback: PlaybackState;
  readonly position: SourcePosition;
  readonly targetList: Targets;
  readonly liveRow = new LiveRowState();
  readonly #row: BroadcastRow;
  readonly #open: OpenSource;
  readonly #onEnd: (reason: EndReason) => void;
  #isStarved = false;
  #startWait: StartWait | null = null;

  constructor(init: BroadcastInit) {
    const { row, emergency = false, call = null, isScheduledAhead = false, ended = () => {} } = init;
    this.id = row.id;
    this.startedBy = init.startedBy;
    this.emergency = emergency;
    this.call = call;
    this.isScheduledAhead = isScheduledAhead;
    this.claim = {
      broadcast: row.id,
      rank: rankOf({ ...row, emergency }, init.weights),
      part: mixClassOf({ ...row, emergency }, init.voiceMix),
      comesBack: row.resume_policy !== 'none',
    };
    this.stream = new AudioStream(row.id, init.originUs, init);
    this.position = new SourcePosition(timelineOf(row), row.position_ms, row.limit_ms);
    this.targetList = new Targets(init.targets);
    this.#row = row;
    this.#open = init.open;
    this.#onEnd = ended;
    this.playback = new PlaybackState(row.state === 'paused', row.started_by !== null);
  }

  get row(): Readonly<BroadcastRow> {
    return this.#row;
  }
  get items(): readonly BroadcastItem[] {
    return this.#row.items;
  }
  get urgent(): boolean {
    return isUrgentTask({ task_type: this.#row.task_type, emergency: this.emergency });
  }
  get paused(): boolean {
    return this.playback.isPaused;
  }
  get status(): 1 | 2 | 4 {
    return this.playback.status;
  }
  get ended(): { readonly reason: EndReason; readonly at: number } | null {
    return this.playback.ended;
  }
  get starved(): boolean {
    return this.#isStarved;
  }
  get startWait(): StartWait | null {
    return this.#startWait;
  }
  get timeline(): Timeline {
    return this.position.timeline;
  }
  get position_ms(): number {
    return this.position.position_ms;
  }
  get from_us(): number | null {
    return this.position.from_us;
  }
  get limit_ms(): number | null {
    return this.position.limit_ms;
  }
  get targets(): ReadonlyMap<number, Target> {
    return this.targetList.current;
  }
  get former(): ReadonlyMap<number, Target> {
    return this.targetList.former;
  }

  positionAt(us: number): number {
    return this.position.at(us);
  }

  /** Waits before its start, and claims no terminal until then; null: it begins. */
  setStartWait(wait: StartWait | null): void {
    this.#startWait = wait;
  }

  /** Stands still at the position heard at a media time on the stream's grid. */
  suspend(at_us: number): void {
    this.position.suspend(at_us);
    this.playback.supersede();
  }

  /** Makes a source that plays from a place on. */
  sourceAt(place: ListPosition): Source {
    return this.#open(place);
  }

  /** Plays from the anchor's position from a media time on. */
  play(source: Source, from_us: number, now: () => number): void {
    this.position.play(from_us);
    this.stream.play(source, from_us, this.limit_ms, now);
  }

  /** Moves the anchor to a place in a list; it stands still there. */
  moveTo(place: ListPosition): void {
    this.#row.items = [...place.items];
    this.position.moveTo(place);
  }

  /** Replaces the list by one in which the current sound is at the same position. */
  replaceItems(items: readonly BroadcastItem[]): void {
    this.#row.items = [...items];
    this.position.replaceTimeline(timelineOf(this.#row));
    this.liveRow.forgetItem();
  }

  setVolume(volume: number | null): void {
    this.#row.volume = volume;
    this.stream.volume(volume);
  }

  /** Stores whether its source delivers nothing; returns true on a change. */
  checkSource(): boolean {
    if (this.#isStarved === this.stream.starved) return false;
    this.#isStarved = this.stream.starved;
    this.liveRow.changed();
    return true;
  }

  /** Ends it at the position heard at a media time. @param at epoch seconds */
  end(reason: EndReason, at: number, heardUs: number): void {
    this.#startWait?.end();
    this.#startWait = null;
    this.position.suspend(heardUs);
    this.playback.end(reason, at);
  }

  /** Informs its starter that it has ended. */
  notifyEnd(reason: EndReason): void {
    this.#onEnd(reason);
  }

  /** Keeps the time of the anchor that is stored, epoch ms. */
  noteAnchor(anchor_at: number): void {
    this.#row.anchor_at = anchor_at;
  }
}
