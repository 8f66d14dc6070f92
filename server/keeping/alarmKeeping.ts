import { loopMode, taskType } from '../../contract/codes.ts';
import type { KeptItem, KeptSound } from '../../contract/keeping.ts';
import type { RunningBroadcast } from '../broadcast/runningBroadcast.ts';
import type { BroadcastItem } from '../db/schema.ts';
import type { Hashes } from './hashes.ts';
import { keptListOf } from './keptList.ts';

/** A message of an alarm plan that a terminal is to hold. */
export interface AlarmMessage {
  plan: number;
  title: string;
  items: readonly BroadcastItem[];
}

type Sounding = Pick<RunningBroadcast, 'row' | 'position_ms' | 'limit_ms' | 'timeline'>;

/** The sound of alarms, held by the terminals so that it goes on when the link is lost (design 6, 8). */
export interface AlarmKeeping {
  /** All messages of all plans, by terminal; replaces what was said before. */
  setAlarmMessages(messages: ReadonlyMap<number, readonly AlarmMessage[]>): void;
  /** What a terminal is to hold. What cannot be read is not in it. */
  itemsOf(terminal: number): readonly KeptItem[];
  /**
   * How an alarm goes on without a link, for its `stream.open`; undefined for anything else, and for items that cannot
   * be read. @param began_us media time of `b.position_ms`
   */
  soundOf(b: Sounding, began_us: number): KeptSound | undefined;
  /** Called when what a terminal is to hold may have changed. */
  onChange(listener: () => void): () => void;
}

export function createAlarmKeeping(deps: {
  hashes: Hashes;
  /** For how long an alarm goes on without a link, seconds. */
  alone_s(): number;
  log: { warn(details: object, message: string): void };
}): AlarmKeeping {
  const { hashes } = deps;
  const listeners = new Set<() => void>();
  let byTerminal: ReadonlyMap<number, readonly AlarmMessage[]> = new Map();

  async function warm(items: Iterable<BroadcastItem>): Promise<void> {
    for (const { path, name } of items) {
      try {
        await hashes.of(path);
      } catch (err) {
        deps.log.warn({ err, name }, 'a message of an alarm cannot be read');
      }
    }
  }

  return {
    setAlarmMessages(messages) {
      byTerminal = messages;
      const items = new Map<string, BroadcastItem>();
      for (const own of messages.values())
        for (const message of own) for (const item of message.items) items.set(item.path, item);
      void warm(items.values()).then(() => {
        for (const listener of listeners) listener();
      });
    },
    itemsOf(terminal) {
      const items = new Map<string, KeptItem>();
      for (const { items: own } of byTerminal.get(terminal) ?? [])
        for (const { path, name } of own) {
          const known = hashes.known(path);
          if (known !== undefined) items.set(known.id, { id: known.id, bytes: known.bytes, name });
        }
      return [...items.values()];
    },
    soundOf({ row, position_ms, limit_ms, timeline }, began_us) {
      if (row.task_type !== taskType.alarm || row.items.length === 0) return undefined;
      const names = new Map(row.items.map(({ path }) => [path, hashes.knownNow(path)?.id]));
      if ([...names.values()].includes(undefined)) return undefined;
      const isFramed = row.items.some((item) => item.part !== undefined);
      const limit = isFramed ? row.programme_ms : limit_ms === null ? null : position_ms + limit_ms;
      const list = keptListOf(row, limit, ({ path }) => names.get(path) ?? '');
      let first = position_ms;
      if (!isFramed && row.loop === loopMode.trackLoop) {
        // Its position is counted from the start of the list; what is kept is the track alone.
        const { gap = false, duration_ms = 0, offset_ms = 0 } = timeline.segment(position_ms) ?? {};
        first = gap ? duration_ms + offset_ms : offset_ms;
      }
      return { ...list, began_us: began_us - first * 1000, max_s: deps.alone_s() };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
