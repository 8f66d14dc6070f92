import { z } from 'zod';

/**
 * What a terminal with the feature `offline` keeps, and plays when its link is down (docs/terminal-protocol.md,
 * "Keeping"). Part of the terminal protocol.
 */

/** The longest time for which an alarm goes on without a link, seconds, unless a site says otherwise. */
export const ALARM_ALONE_S = 1_800;
/** Records of one `keep.played`, and items of one `keep.state`, at most. */
export const MAX_PLAYED = 100;
export const MAX_MISSING = 500;

const count = z.number().int().min(0);
const ms = z.number().int().min(0).max(8.64e15);
/** SHA-256 of a programme as it is stored, 64 hexadecimal digits: the name of an item. */
export const itemId = z.string().regex(/^[0-9a-f]{64}$/);

/** A stretch of a list: an item from its beginning, or (null) silence; a whole number of packets of 20 ms. */
export const keptPart = z.object({ item: itemId.nullable(), ms: count });
export type KeptPart = z.output<typeof keptPart>;

/**
 * What is heard of kept items: `before` once, then `list` over and over for `list_ms` (null: without an end), then
 * `after` once.
 */
export const keptList = z.object({
  before: z.array(keptPart),
  list: z.array(keptPart),
  after: z.array(keptPart),
  list_ms: count.nullable(),
});
export type KeptList = z.output<typeof keptList>;

/** In the `stream.open` of an alarm: how it goes on when the link is lost while it sounds. */
export const keptSound = keptList.extend({
  /** Media time at which the list began: what is heard at a time follows from it. */
  began_us: z.number().int(),
  /** For so long after the link was lost, at most. */
  max_s: count,
});
export type KeptSound = z.output<typeof keptSound>;

export const keptItem = z.object({ id: itemId, bytes: count, name: z.string() });
export type KeptItem = z.output<typeof keptItem>;

/** A sound of the schedule; runs that differ in nothing but their start share one. */
export const keptProgramme = keptList.extend({
  task: z.number().int(),
  title: z.string(),
  task_type: z.number().int(),
  priority: z.number().int(),
  /** Of those that are due at the same time the largest is heard. */
  weight: z.number().int(),
  /** 0–100, null: the terminal's own. */
  volume: z.number().int().nullable(),
  /** Length of a run, ms: then it is over. */
  length_ms: count,
  /** How it shares the terminal with others (contract/hearing.ts); absent: alone. */
  part: z.enum(['speech', 'programme']).optional(),
  /** Resume policy where another broadcast pre-empts it; absent: it resumes at the live position. */
  resume: z.enum(['none', 'position']).optional(),
  /** For `position`: tasks that have all of its terminals. While one of them takes it, it stands; else it runs on. */
  held_by: z.array(z.number().int()).optional(),
  /** Over so long after its start in any case, however long it stood, ms; absent: by its length alone. */
  window_ms: count.optional(),
});
export type KeptProgramme = z.output<typeof keptProgramme>;

export const keptRun = z.object({
  /** Epoch seconds. */
  start_s: z.number().int(),
  /** Place in `programmes`. */
  programme: count,
});
export type KeptRun = z.output<typeof keptRun>;

/** The whole of what a terminal is to keep; it replaces what was said before. */
export const keepManifest = z.object({
  type: z.literal('keep.manifest'),
  /** Names the content. */
  revision: z.string(),
  items: z.array(keptItem),
  programmes: z.array(keptProgramme),
  /** In the order of their starts. */
  runs: z.array(keptRun),
  /** The runs that begin before this moment are all there, epoch seconds. */
  until_s: z.number().int(),
});
export type KeepManifest = z.output<typeof keepManifest>;

/** What a terminal played by itself; said again until it is noted, with what has been added meanwhile. */
export const playedRecord = z.object({
  /** Numbers the records of a terminal; the same run keeps its number. */
  n: count,
  /** The run; null: an alarm, which `broadcast` names. */
  task: z.number().int().nullable(),
  start_s: z.number().int().nullable(),
  broadcast: z.number().int().nullable(),
  /** Epoch ms by the server's time of day as the terminal knows it; null: it was not heard. */
  first_sound_ms: ms.nullable(),
  /** How long it was heard, in all. */
  played_ms: count.max(31 * 86_400_000),
});
export type PlayedRecord = z.output<typeof playedRecord>;

/**
 * Why a terminal does not hold what it is to keep. `fetching`: it is about to; `full`: more than it may keep;
 * `download`: it cannot get something; `corrupt`: what it gets is not what was announced; `disk`: it cannot write.
 */
export const keepTrouble = z.enum(['fetching', 'full', 'download', 'corrupt', 'disk']);
export type KeepTrouble = z.output<typeof keepTrouble>;

export const keepState = z.object({
  type: z.literal('keep.state'),
  /** Of the manifest that it goes by; null: it has none. */
  revision: z.string().max(64).nullable(),
  /** What is missing, `MAX_MISSING` of them at most. */
  missing: z.array(itemId).max(MAX_MISSING),
  /** Null exactly when nothing is missing. */
  trouble: keepTrouble.nullable(),
  bytes: count,
  limit: count,
});
export type KeepState = z.output<typeof keepState>;

export const fromKeeper = [
  keepState,
  z.object({ type: z.literal('keep.want') }),
  z.object({ type: z.literal('keep.played'), records: z.array(playedRecord).min(1).max(MAX_PLAYED) }),
] as const;
export type KeeperMessage = z.output<(typeof fromKeeper)[number]>;

export const toKeeper = [
  keepManifest,
  z.object({ type: z.literal('keep.ticket'), ticket: z.string(), expires_s: count }),
  z.object({ type: z.literal('keep.noted'), records: z.array(count) }),
] as const;

export const lengthOf = (parts: readonly KeptPart[]) => parts.reduce((sum, part) => sum + part.ms, 0);

/**
 * What of a list is heard at a position, ms from its beginning; null when it is over, or has nothing to play.
 * `offset_ms`: how far into the item (or silence), `left_ms`: how long from there until something else comes.
 */
export function partAt(
  kept: KeptList,
  position_ms: number,
): { item: string | null; offset_ms: number; left_ms: number } | null {
  let at = position_ms;
  const within = (parts: readonly KeptPart[], most: number) => {
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
