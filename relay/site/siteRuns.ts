import type { DueRun } from '../../contract/schedule/recurrence.ts';
import type { StoredProof } from '../../server/air/broadcast/proofs.repository.ts';
import type { Engine } from '../../server/air/engine/engineApi.ts';
import type { SitePlan, SiteTask } from '../../server/air/relaySites/sitePlan.types.ts';
import type { MediaClock } from '../../server/platform/clock/mediaClock.ts';
import type { Directory } from '../../server/site/terminals/directory.ts';
import { prepareSiteRun } from './prepareSiteRun.ts';
import type { SiteIds } from './siteIds.ts';
import type { SiteJournal } from './siteJournal.ts';
import type { SiteStore } from './siteStore.ts';

/** Interval of looking for due runs, and time before a run at which it is prepared, ms. */
const LOOK_MS = 250;
const AHEAD_MS = 5_000;

export interface SiteRunsDeps {
  plan: SitePlan;
  store: SiteStore;
  journal: SiteJournal;
  ids: SiteIds;
  clock: MediaClock;
  directory: Pick<Directory, 'byId'>;
  engine(): Engine;
  log: { error(details: object, message: string): void };
}

interface Started {
  task: number;
  start_s: number;
  proofs: Map<number, StoredProof>;
  /** Proofs that are in the journal, as text. */
  told: string;
}

/** Scheduled runs of this relay while its line is cut: those that are due, and the rest of those that are under way. */
export class SiteRuns {
  readonly #deps: SiteRunsDeps;
  readonly #begun = new Set<string>();
  readonly #started = new Map<number, Started>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: SiteRunsDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#look();
  }

  /** Takes proofs of a run's broadcast. */
  proofs(broadcast: number, proofs: readonly StoredProof[]): void {
    const started = this.#started.get(broadcast);
    for (const proof of proofs) started?.proofs.set(proof.terminal_id, proof);
    if (started !== undefined) this.#tell(started);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const started of this.#started.values()) this.#tell(started);
  }

  #look(): void {
    const nowMs = this.#wallMs();
    for (const task of this.#deps.plan.tasks)
      for (const run of task.runs) {
        if (run.due > nowMs + AHEAD_MS) break;
        const key = `${task.row.id} ${run.due}`;
        if (this.#begun.has(key)) continue;
        this.#begun.add(key);
        this.#begin(task, run).catch((err: unknown) =>
          this.#deps.log.error({ err, task: task.row.name }, 'a run could not be started'),
        );
      }
  }

  async #begin(task: SiteTask, run: DueRun): Promise<void> {
    const { clock } = this.#deps;
    const elapsedMs = Math.max(0, this.#wallMs() - run.due);
    const engine = this.#deps.engine();
    const options = { run, exam: task.isExam };
    const prepared = await prepareSiteRun({ ...this.#deps, engine }, task, options, elapsedMs);
    if (prepared === null) return;
    const { source, ...start } = prepared;
    if (this.#timer === undefined) return source.close();
    this.#started.set(start.row.id, {
      ...{ task: task.row.id, start_s: Math.floor(run.due / 1000), proofs: new Map(), told: '' },
    });
    const at = elapsedMs > 0 ? {} : { from_us: clock.fromWall(run.due) };
    engine.start({ ...start, startedBy: '', ...at }, source);
  }

  #tell(started: Started): void {
    const terminals = [...started.proofs.values()].flatMap(
      ({ terminal_id: id, first_sound_at, played_ms = 0 }) =>
        first_sound_at === null
          ? []
          : [{ id, first_sound_ms: Math.round(first_sound_at), played_ms: Math.round(played_ms) }],
    );
    const { task, start_s } = started;
    const text = JSON.stringify(terminals);
    if (terminals.length === 0 || text === started.told) return;
    started.told = text;
    this.#deps.journal.played({ task, start_s, terminals });
  }

  #wallMs(): number {
    const { clock } = this.#deps;
    return clock.toWall(clock.now());
  }
}
