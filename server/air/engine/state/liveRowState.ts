import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import type { BroadcastItem } from '../../../sound/source/broadcastItem.ts';
import type { SourcePosition } from './sourcePosition.ts';

/** Shortest interval between rows that only change counts and level, µs. */
const ROW_EVERY_US = 500_000;
/** Longest interval between rows, µs: terminals may have moved to other zones. */
const ROW_AGE_US = 2_000_000;

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

/** Inputs of the current item. */
export interface CurrentSound {
  readonly position: SourcePosition;
  readonly items: readonly BroadcastItem[];
  /** Its source's title; '': none. */
  readonly stream: { readonly title: string };
  /** Its number changes with every pause, suspension and jump. */
  readonly playback: { readonly generation: number };
}

/** Due time of the live row of a broadcast, and its fields that change only with the item. */
export class LiveRowState {
  #isChanged = true;
  /** Media time of the last row. */
  #publishedUs = 0;
  #item: { key: string; row: CurrentItem } | null = null;
  /** Media time at which the current item (or the silence behind it) ends. */
  #itemEndsUs = Number.POSITIVE_INFINITY;

  /** Notes a change of counts or level; the row follows within half a second. */
  changed(): void {
    this.#isChanged = true;
  }

  published(nowUs: number): void {
    this.#isChanged = false;
    this.#publishedUs = nowUs;
  }

  /**
   * While it plays, rows are published even without reports: old reports stop counting as proof.
   */
  isDue(nowUs: number, isPlaying: boolean): boolean {
    const isMoving = this.#isChanged || isPlaying || this.#itemEndsUs <= nowUs;
    return nowUs - this.#publishedUs >= (isMoving ? ROW_EVERY_US : ROW_AGE_US);
  }

  /** The list has changed under the current item. */
  forgetItem(): void {
    this.#item = null;
  }

  /**
   * The current item and its start. Remade only when the item or the play state changes, so that rows change
   * rarely.
   */
  currentItem(
    { position, items, stream, playback }: CurrentSound,
    nowUs: number,
    wall: (us: number) => number,
  ): CurrentItem {
    const { from_us, timeline } = position;
    const { title } = stream;
    const at_us = from_us === null ? nowUs : Math.max(nowUs, from_us);
    const position_ms = position.at(at_us);
    const segment = timeline.segment(position_ms);
    const index = segment?.item ?? this.#item?.row.item_index ?? 0;
    this.#itemEndsUs =
      from_us !== null && segment ? at_us + segment.left_ms * 1000 : Number.POSITIVE_INFINITY;
    const key = `${playback.generation} ${from_us} ${index} ${title}`;
    if (this.#item?.key === key) return this.#item.row;
    const left_ms = position.leftAt(at_us);
    const row = {
      item_index: index,
      item_count: items.length,
      item_name: items[index]?.name ?? title,
      item_duration_ms: items[index]?.duration_ms ?? 0,
      item_position_ms: Math.round(segment?.gap ? segment.duration_ms : (segment?.offset_ms ?? 0)),
      anchor_at: Math.round(wall(at_us)),
      total_ms: timeline.total(position_ms),
      position_ms: Math.round(position_ms),
      left_ms: Number.isFinite(left_ms) ? Math.max(0, Math.round(left_ms)) : null,
    };
    this.#item = { key, row };
    return row;
  }
}
