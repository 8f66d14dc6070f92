import { toLanguage } from '../../contract/language.ts';
import type { StoredInputs } from '../../server/air/emergency/machine/fireInputs.ts';
import type { Engine } from '../../server/air/engine/engineApi.ts';
import type { PreloadedSounds } from '../../server/air/engine/preloadedSounds.ts';
import type { SitePlan } from '../../server/air/relaySites/sitePlan.types.ts';
import type { MediaClock } from '../../server/platform/clock/mediaClock.ts';
import type { TerminalWire } from '../../server/site/terminals/gateway/wire/terminalWire.types.ts';
import type { Arrival } from '../terminals/terminalAtRelay.ts';
import { createSiteAlarms, type SiteAlarms } from './siteAlarms.ts';
import { SiteControls } from './siteControls.ts';
import { createSiteEngine } from './siteEngine.ts';
import type { SiteIds } from './siteIds.ts';
import type { SiteJournal } from './siteJournal.ts';
import { SiteRuns } from './siteRuns.ts';
import { SiteSaved } from './siteSaved.ts';
import type { SiteStore } from './siteStore.ts';
import { createSiteTalk } from './siteTalk.ts';
import { createSiteTerminals, type SiteTerminals, setVolume } from './siteTerminals.ts';

export interface LocalSiteDeps {
  plan: SitePlan;
  store: SiteStore;
  journal: SiteJournal;
  ids: SiteIds;
  clock: MediaClock;
  sounds: Pick<PreloadedSounds, 'open'>;
  /** Inputs that were active when the line was cut. */
  inputs: StoredInputs;
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/** The site of this relay while its line is cut: terminals, alarms, inputs, call stations and scheduled runs, without the server. */
export class LocalSite {
  readonly #terminals: SiteTerminals;
  readonly #engine: Engine;
  readonly #alarms: SiteAlarms;
  readonly #runs: SiteRuns;
  readonly #saved: SiteSaved;
  readonly #endTalk: () => void;
  /** State and actions for the emergency console. */
  readonly controls: SiteControls;

  constructor(deps: LocalSiteDeps) {
    const { plan, store, journal, clock, log } = deps;
    const { alarms: running } = store.state;
    const before = journal.alarms;
    // The journal has alarms as they were last, also those that began at the server and went on here.
    const rows = [
      ...before.map(({ row }) => row),
      ...running.filter(({ id, plan_id }) =>
        before.every(({ row }) => row.id !== id && (row.ended_at !== null || row.plan_id !== plan_id)),
      ),
    ].filter(({ ended_at }) => ended_at === null);
    journal.continues(running.map(({ id }) => id));
    const terminals = createSiteTerminals(plan, clock, log);
    // A control action has set it since the line was cut.
    for (const { volume } of journal.lines)
      if (volume !== undefined) setVolume(terminals, volume.terminals, volume.ao_volume);
    this.#terminals = terminals;
    this.#runs = new SiteRuns({ ...deps, directory: terminals.directory, engine: () => this.#engine });
    const proofs: SiteRuns['proofs'] = (...proof) => this.#runs.proofs(...proof);
    this.#engine = createSiteEngine({ ...deps, terminals, proofs });
    this.#saved = new SiteSaved({
      ...{ ...deps, tasks: plan.tasks, directory: terminals.directory, engine: this.#engine },
    });
    this.#alarms = createSiteAlarms({ ...deps, terminals, engine: this.#engine, saved: this.#saved });
    this.#alarms.resume(rows);
    const { alarms } = this.#alarms;
    this.controls = new SiteControls({ plan, alarms, engine: this.#engine, terminals, journal });
    this.#endTalk = createSiteTalk({ ...deps, terminals, engine: this.#engine, saved: this.#saved });
    this.#runs.start();
  }

  accept(wire: TerminalWire, { language, address, secure, server }: Arrival): void {
    const peer = { address, secure, server, language: toLanguage(language), relay: null };
    this.#terminals.gateway.take(wire, peer);
  }

  /** Active inputs of the fire terminals. */
  get inputs(): StoredInputs {
    return this.#alarms.inputs();
  }

  /**
   * Ends it, and sends its terminals away; they play what they have received. Resolves once the journal has everything.
   */
  async close(): Promise<void> {
    this.#saved.close();
    this.#alarms.close();
    this.#endTalk();
    // Without links, the broadcasts end in the journal alone, and the terminals keep what they have.
    this.#terminals.gateway.close();
    for (const b of [...this.#engine.all()]) await this.#engine.finish(b, 'replaced');
    await this.#engine.close();
    this.#runs.close();
  }
}
