import type { ToldLine } from '../../../contract/protocol/relaySite.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Relays } from '../../site/relays/relays.types.ts';
import { takeBlock } from '../journal/ids.repository.ts';
import type { PlayedRecords } from '../offline/playedRecords.ts';
import { RelaySite, type RelaySiteDeps } from './relaySite.ts';
import { createSitePlans, type SitePlanDeps } from './sitePlan.ts';

/** Numbers of ids that a relay gets: more than it starts within years without a line. */
const ALARM_IDS = 10_000;
const BROADCAST_IDS = 100_000;
/** Interval of adding a run again that may still be started here, and time after which it is given up, ms. */
const AGAIN_MS = 10_000;
const GIVE_UP_MS = 24 * 3_600_000;

export interface RelaySitesDeps
  extends Omit<RelaySiteDeps, 'zones' | 'plans' | 'played' | 'volume' | 'giveIds' | 'wall'>,
    Omit<SitePlanDeps, 'hashes' | 'directory' | 'alarms' | 'zones'> {
  db: Db;
  relays: Pick<Relays, 'keepSites'>;
  zones: RelaySiteDeps['zones'] & SitePlanDeps['zones'];
  directory: RelaySiteDeps['directory'] & SitePlanDeps['directory'];
  hashes: RelaySiteDeps['hashes'] & SitePlanDeps['hashes'];
  records: Pick<PlayedRecords, 'played'>;
  /** Sets and stores the volume of terminals; false: it cannot be stored now. */
  setVolume(ids: readonly number[], ao_volume: number): Promise<boolean>;
  /** Wall time, ms. */
  now(): number;
}

/** Tells relays what they store for the time without a line, and takes what happened there. */
export function createRelaySites(deps: RelaySitesDeps): void {
  const { db, records, log } = deps;
  const plans = createSitePlans(deps);

  async function add(run: NonNullable<ToldLine['played']>, since = performance.now()): Promise<void> {
    const { task, start_s } = run;
    const open: typeof run.terminals = [];
    for (const { id, first_sound_ms, played_ms } of run.terminals) {
      const record = { n: 0, task, start_s, broadcast: null, first_sound_ms, played_ms };
      const taken = await records
        .played({ terminalId: id }, { type: 'keep.played', records: [record] })
        .catch((err: unknown) => {
          log.warn({ err, task }, 'a run of a relay could not be stored; it is tried again');
          return [];
        });
      if (taken.length === 0) open.push({ id, first_sound_ms, played_ms });
    }
    if (open.length === 0 || performance.now() - since > GIVE_UP_MS) return;
    setTimeout(() => void add({ ...run, terminals: open }, since), AGAIN_MS).unref();
  }

  async function setVolume(
    change: NonNullable<ToldLine['volume']>,
    since = performance.now(),
  ): Promise<void> {
    const isStored = await deps.setVolume(change.terminals, change.ao_volume).catch((err: unknown) => {
      log.warn({ err }, 'a volume that a relay has set could not be stored; it is tried again');
      return false;
    });
    if (isStored || performance.now() - since > GIVE_UP_MS) return;
    setTimeout(() => void setVolume(change, since), AGAIN_MS).unref();
  }

  async function block(table: 'alarm' | 'broadcast', size: number): Promise<[number, number]> {
    const { first, last } = await takeBlock(db, table, size);
    return [first, last];
  }

  const site = {
    ...deps,
    plans,
    wall: deps.now,
    played: (run: NonNullable<ToldLine['played']>) => void add(run),
    volume: (change: NonNullable<ToldLine['volume']>) => void setVolume(change),
    giveIds: async () => ({
      alarm: await block('alarm', ALARM_IDS),
      broadcast: await block('broadcast', BROADCAST_IDS),
    }),
  };
  deps.relays.keepSites((link) => new RelaySite(site, link));
}
