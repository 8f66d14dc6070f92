import { basename } from 'node:path';
import { MIX_FEATURE } from '../../contract/protocol/frames.ts';
import type { StoredProof } from '../../server/air/broadcast/proofs.repository.ts';
import { createEngine } from '../../server/air/engine/broadcast.engine.ts';
import type { AirJournal } from '../../server/air/engine/broadcast.ports.ts';
import type { Engine } from '../../server/air/engine/engineApi.ts';
import type { PreloadedSounds } from '../../server/air/engine/preloadedSounds.ts';
import { airJournal } from '../../server/air/journal/airJournal.ts';
import { createOfflineAlarms } from '../../server/air/offline/offlineAlarms.ts';
import type { StoredProgramme } from '../../server/air/offline/programmeDigests.ts';
import type { SitePlan } from '../../server/air/relaySites/sitePlan.types.ts';
import type { MediaClock } from '../../server/platform/clock/mediaClock.ts';
import { openSilence } from '../../server/sound/source/silence.ts';
import type { SiteJournal } from './siteJournal.ts';
import type { SiteStore } from './siteStore.ts';
import type { SiteTerminals } from './siteTerminals.ts';

export interface SiteEngineDeps {
  plan: SitePlan;
  store: SiteStore;
  journal: SiteJournal;
  clock: MediaClock;
  terminals: SiteTerminals;
  sounds: Pick<PreloadedSounds, 'open'>;
  /** Takes the proofs of a scheduled run. */
  proofs(broadcast: number, proofs: readonly StoredProof[]): void;
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/** Creates the engine of the server over the terminals of this relay, without a database. */
export function createSiteEngine(deps: SiteEngineDeps): Engine {
  const { plan, store, clock, log } = deps;
  const { directory, gateway } = deps.terminals;
  const programmeAt = (path: string): StoredProgramme | undefined => {
    const id = basename(path);
    const sound = store.sounds().find((one) => one.id === id);
    return sound && { id, bytes: sound.bytes, file: store.fileOf(id) };
  };
  const kept = createOfflineAlarms({
    hashes: {
      of: async (path) => programmeAt(path) ?? Promise.reject(new Error(`${path} is not stored`)),
      known: programmeAt,
      knownNow: programmeAt,
      file: programmeAt,
    },
    aloneS: () => plan.aloneS,
    log,
  });
  const alarms = airJournal(deps.journal);
  /** Runs of the schedule have their row at the server, and only their proofs are told. */
  const isPlanned = (row: { due_at: number | null }) => row.due_at !== null;
  const journal: AirJournal = {
    state: (row, state) => (isPlanned(row) ? Promise.resolve() : alarms.state(row, state)),
    async proofs(row, proofs) {
      if (isPlanned(row)) deps.proofs(row.id, proofs);
      else await alarms.proofs(row, proofs);
    },
  };
  const engine = createEngine({
    clock,
    gateway,
    store: {
      save: async () => {},
      saveProofs: async (id, proofs) => deps.proofs(id, proofs),
      running: async () => [],
    },
    journal,
    open: deps.sounds.open,
    reopen: (row) => (row.items.length === 0 ? openSilence : null),
    kept: kept.soundOf,
    record: () => null,
    dataDir: store.dataDir,
    weights: () => plan.weights,
    voiceMix: () => plan.voiceMix,
    mixes: (id) => directory.byId(id)?.seen.features.includes(MIX_FEATURE) === true,
    orgOf: (id) => directory.byId(id)?.org,
    // Loudspeakers that are called are not behind relays.
    startWaitOf: () => 0,
    setPlaying() {},
    hearing: () => undefined,
    lostRelayOf: () => null,
    decode: null,
    leadsAlone: () => true,
    firstSounds: null,
    live: { upsert() {}, remove() {} },
    log,
  });
  engine.run();
  return engine;
}
