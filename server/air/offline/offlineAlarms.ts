import { loopMode, taskType } from '../../../contract/codes.ts';
import type { OfflineItem, OfflineSound } from '../../../contract/protocol/offline.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import { offlinePlaylistOf } from './offlinePlaylist.ts';
import type { ProgrammeDigests } from './programmeDigests.ts';

/** Message of an alarm plan that a terminal stores. */
export interface AlarmMessage {
  plan: number;
  title: string;
  items: readonly BroadcastItem[];
}

type Sounding = Pick<RunningBroadcast, 'row' | 'position_ms' | 'limit_ms' | 'timeline'>;

/** Sound of alarms, stored on the terminals so that a sounding alarm continues when the link is lost. */
export interface OfflineAlarms {
  /** Sets all messages of all plans, by terminal; replaces the previous map. */
  setAlarmMessages(messages: ReadonlyMap<number, readonly AlarmMessage[]>): void;
  /** Files that a terminal is to store; files that cannot be read are left out. */
  itemsOf(terminal: number): readonly OfflineItem[];
  /**
   * Describes for the `stream.open` of an alarm how it continues without a link; undefined for other
   * broadcasts and for items that cannot be read.
   * @param began_us media time of `b.position_ms`, µs
   */
  soundOf(b: Sounding, began_us: number): OfflineSound | undefined;
  /** Registers a listener for changes of what terminals are to store; returns its removal. */
  onChange(listener: () => void): () => void;
}

export function createOfflineAlarms(deps: {
  hashes: ProgrammeDigests;
  /** Maximum time that an alarm continues without a link, seconds. */
  aloneS(): number;
  log: { warn(details: object, message: string): void };
}): OfflineAlarms {
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
      const items = new Map<string, OfflineItem>();
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
      const list = offlinePlaylistOf(row, limit, ({ path }) => names.get(path) ?? '');
      let first = position_ms;
      if (!isFramed && row.loop === loopMode.trackLoop) {
        // The position counts from the start of the list; the kept list holds the one track.
        const { gap = false, duration_ms = 0, offset_ms = 0 } = timeline.segment(position_ms) ?? {};
        first = gap ? duration_ms + offset_ms : offset_ms;
      }
      return { ...list, began_us: began_us - first * 1000, max_s: deps.aloneS() };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
