import { z } from 'zod';

/**
 * Offline playback: content that a terminal with the feature `offline` stores and plays when its link is down
 * (docs/protocols/terminal-protocol.md, "Keeping"). Part of the terminal protocol.
 */

/** Default of the longest time for which a terminal continues an alarm without a link, seconds. */
export const ALARM_OFFLINE_S = 1_800;
/** Maximum number of records of one `keep.played`, and of items of one `keep.state`. */
export const MAX_PLAYED = 100;
export const MAX_MISSING = 500;

const count = z.number().int().min(0);
const ms = z.number().int().min(0).max(8.64e15);
/** Id of an item: SHA-256 of the stored programme, 64 hexadecimal digits. */
export const itemId = z.string().regex(/^[0-9a-f]{64}$/);

/** Entry of a list: an item from its beginning, or (null) silence; a whole number of packets of 20 ms. */
export const offlinePart = z.object({ item: itemId.nullable(), ms: count });
export type OfflinePart = z.output<typeof offlinePart>;

/**
 * Playlist of stored items: `before` once, then `list` repeated for `list_ms` (null: without an end), then `after`
 * once.
 */
export const offlinePlaylist = z.object({
  before: z.array(offlinePart),
  list: z.array(offlinePart),
  after: z.array(offlinePart),
  list_ms: count.nullable(),
});
export type OfflinePlaylist = z.output<typeof offlinePlaylist>;

/** Part of the `stream.open` of an alarm: the playlist with which it continues when the link is lost. */
export const offlineSound = offlinePlaylist.extend({
  /** Media time at which the list began; the position at any time follows from it. */
  began_us: z.number().int(),
  /** Longest time for which it continues after the link was lost, seconds. */
  max_s: count,
});
export type OfflineSound = z.output<typeof offlineSound>;

export const offlineItem = z.object({ id: itemId, bytes: count, name: z.string() });
export type OfflineItem = z.output<typeof offlineItem>;

/** Programme of scheduled runs; runs that differ only in their start share one. */
export const offlineProgramme = offlinePlaylist.extend({
  task: z.number().int(),
  title: z.string(),
  task_type: z.number().int(),
  priority: z.number().int(),
  /** Rank among programmes that are due at the same time; the largest plays. */
  weight: z.number().int(),
  /** Volume 0–100; null: the volume of the terminal. */
  volume: z.number().int().nullable(),
  /** Length of a run, ms. */
  length_ms: count,
  /** Way of sharing the terminal with other broadcasts (contract/protocol/arbitration.ts); absent: alone. */
  part: z.enum(['speech', 'programme']).optional(),
  /** Resume policy where another broadcast pre-empts it; absent: it resumes at the live position. */
  resume: z.enum(['none', 'position']).optional(),
  /**
   * For `position`: ids of tasks that cover all of its terminals. Pre-empted by one of them it pauses, else it runs
   * on.
   */
  held_by: z.array(z.number().int()).optional(),
  /** Latest end after its start, pauses included, ms; absent: the run ends by its length alone. */
  window_ms: count.optional(),
});
export type OfflineProgramme = z.output<typeof offlineProgramme>;

export const offlineRun = z.object({
  /** Epoch seconds. */
  start_s: z.number().int(),
  /** Index in `programmes`. */
  programme: count,
});
export type OfflineRun = z.output<typeof offlineRun>;

/** Manifest of all content that a terminal stores; it replaces the manifest before it. */
export const offlineManifest = z.object({
  type: z.literal('keep.manifest'),
  /** Identifies the content of the manifest. */
  revision: z.string(),
  items: z.array(offlineItem),
  programmes: z.array(offlineProgramme),
  /** Runs in the order of their starts. */
  runs: z.array(offlineRun),
  /** The manifest contains every run that begins before this time, epoch seconds. */
  until_s: z.number().int(),
});
export type OfflineManifest = z.output<typeof offlineManifest>;

/**
 * Record of a run that a terminal played without a link; sent again, with later records, until the server confirms
 * it.
 */
export const playedRecord = z.object({
  /** Numbers the records of a terminal; the same run keeps its number. */
  n: count,
  /** Task of the run; null: an alarm, identified by `broadcast`. */
  task: z.number().int().nullable(),
  start_s: z.number().int().nullable(),
  broadcast: z.number().int().nullable(),
  /** Start of playback in epoch ms by the server's clock as the terminal knows it; null: nothing was played. */
  first_sound_ms: ms.nullable(),
  /** Total length of playback, ms. */
  played_ms: count.max(31 * 86_400_000),
});
export type PlayedRecord = z.output<typeof playedRecord>;

/**
 * Reason why a terminal lacks items of its manifest. `fetching`: downloads are running; `full`: the items exceed its
 * storage; `download`: a download fails; `corrupt`: a download does not match its hash; `disk`: it cannot write.
 */
export const offlineTrouble = z.enum(['fetching', 'full', 'download', 'corrupt', 'disk']);
export type OfflineTrouble = z.output<typeof offlineTrouble>;

export const offlineState = z.object({
  type: z.literal('keep.state'),
  /** Revision of the manifest in use; null: the terminal has none. */
  revision: z.string().max(64).nullable(),
  /** Ids of missing items, at most `MAX_MISSING`. */
  missing: z.array(itemId).max(MAX_MISSING),
  /** Null exactly when nothing is missing. */
  trouble: offlineTrouble.nullable(),
  bytes: count,
  limit: count,
});
export type OfflineState = z.output<typeof offlineState>;

export const fromOfflinePlayer = [
  offlineState,
  z.object({ type: z.literal('keep.want') }),
  z.object({ type: z.literal('keep.played'), records: z.array(playedRecord).min(1).max(MAX_PLAYED) }),
] as const;
export type OfflinePlayerMessage = z.output<(typeof fromOfflinePlayer)[number]>;

export const toOfflinePlayer = [
  offlineManifest,
  z.object({ type: z.literal('keep.ticket'), ticket: z.string(), expires_s: count }),
  z.object({ type: z.literal('keep.confirmed'), records: z.array(count) }),
] as const;

export const lengthOf = (parts: readonly OfflinePart[]) => parts.reduce((sum, part) => sum + part.ms, 0);

/**
 * Finds the entry of a list at a position, ms from its beginning; null when the list is over or empty.
 * `offset_ms`: offset within the item (or silence); `left_ms`: time until the next entry.
 */
export function partAt(
  kept: OfflinePlaylist,
  position_ms: number,
): { item: string | null; offset_ms: number; left_ms: number } | null {
  let at = position_ms;
  const within = (parts: readonly OfflinePart[], most: number) => {
    let from = at;
    for (const part of parts) {
      if (from < part.ms)
        return { item: part.item, offset_ms: from, left_ms: Math.min(part.ms - from, most - at) };
      from -= part.ms;
    }
    return null;
  };
  const before = lengthOf(kept.before);
  if (at < before) return within(kept.before, before);
  at -= before;
  const round = lengthOf(kept.list);
  const list_ms = round === 0 ? 0 : (kept.list_ms ?? Number.POSITIVE_INFINITY);
  if (at < list_ms) {
    const left = list_ms - at;
    at %= round;
    return within(kept.list, at + left);
  }
  at -= list_ms;
  return within(kept.after, lengthOf(kept.after));
}
