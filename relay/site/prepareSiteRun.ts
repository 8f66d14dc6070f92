import { newRow } from '../../server/air/broadcast/newRow.ts';
import type { Engine } from '../../server/air/engine/engineApi.ts';
import type { SiteTask } from '../../server/air/relaySites/sitePlan.types.ts';
import { limitsOf } from '../../server/air/schedule/runLength.ts';
import { type RunOptions, runValues } from '../../server/air/schedule/runValues.ts';
import type { MediaClock } from '../../server/platform/clock/mediaClock.ts';
import type { Directory } from '../../server/site/terminals/directory.ts';
import { timelineOf } from '../../server/sound/source/listTimeline.ts';
import { openSilence } from '../../server/sound/source/silence.ts';
import { PACKET_MS } from '../../server/sound/source/timeline.ts';
import type { SiteIds } from './siteIds.ts';
import type { SiteStore } from './siteStore.ts';

export interface PrepareDeps {
  store: SiteStore;
  ids: SiteIds;
  clock: MediaClock;
  directory: Pick<Directory, 'byId'>;
  engine: Pick<Engine, 'open'>;
  log: { error(details: object, message: string): void };
}

/**
 * Prepares a run of a saved task at this relay, from a position on.
 *
 * @returns null: its sound is not here, or it would be over by now
 */
export async function prepareSiteRun(
  { store, ids, clock, directory, engine }: PrepareDeps,
  { row: saved, terminals, items: sounds }: SiteTask,
  options: RunOptions,
  elapsedMs: number,
) {
  const { run, exam = false } = options;
  const items = sounds.flatMap((sound) => store.itemOf(sound) ?? []);
  if (items.length < sounds.length || (items.length === 0 && !exam)) return null;
  const nowMs = Math.round(clock.toWall(clock.now()));
  const values = { ...runValues(saved, options, nowMs), items };
  const window = run === null || run.until === null ? null : run.until - run.due;
  const lengths = {
    list: items.length === 0 ? null : items.flatMap((one) => (one.part ? [] : [one.duration_ms])),
    before: items.find((one) => one.part === 'before')?.duration_ms ?? 0,
    after: items.find((one) => one.part === 'after')?.duration_ms ?? 0,
  };
  const { total_ms, programme_ms } = limitsOf(saved, lengths, window, values.seed);
  // A scheduled run without an end is over when a person stops it, which nobody can have told.
  if (total_ms === null ? run !== null : elapsedMs >= total_ms) return null;
  const timeline = timelineOf({ ...values, programme_ms });
  const overMs = Math.floor(elapsedMs / PACKET_MS) * PACKET_MS;
  const position_ms = items.length === 0 ? 0 : timeline.advance(0, overMs);
  const open = items.length === 0 ? { open: openSilence } : {};
  const source = (open.open ?? engine.open)({ position: position_ms, items, timeline });
  await source.prepare();
  const row = newRow({
    ...values,
    id: ids.next('broadcast'),
    state: 'playing',
    position_ms,
    anchor_at: elapsedMs > 0 || run === null ? nowMs : run.due,
    limit_ms: total_ms === null ? null : total_ms - overMs,
    programme_ms,
  });
  const targets = terminals.map((id) => ({ terminal_id: id, org: directory.byId(id)?.org ?? null }));
  return { row, targets, ...open, source };
}
