import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { SiteToRelay } from '../../contract/protocol/relayLink.ts';
import type { AlarmRow } from '../../server/air/emergency/journal/alarm.repository.ts';
import type { SitePlan, SiteSound } from '../../server/air/relaySites/sitePlan.types.ts';
import { writeDurably } from '../../server/platform/dataFolder/writeDurably.ts';
import type { BroadcastItem } from '../../server/sound/source/broadcastItem.ts';
import { PROGRAMME } from '../../server/sound/source/listPosition.ts';

/** Folder of sounds in the data folder; each has one of its own, named by its hash. */
const SOUNDS = 'sounds';

/** Alarms that run at the server, and active inputs, as it has told them last. */
export interface SiteState
  extends Omit<Extract<SiteToRelay, { type: 'site.state' }>, 'type' | 'alarms' | 'over'> {
  alarms: AlarmRow[];
}
export interface StoredPlan {
  revision: string;
  plan: SitePlan;
}

const noState: SiteState = { term: 1, told: 0, alarms: [], inputs: {} };
const seen = z.object({ at_ms: z.number() });
const isObject = z.record(z.string(), z.unknown());

function readJson<T>(path: string): T | null {
  try {
    return isObject.parse(JSON.parse(readFileSync(path, 'utf8'))) as T;
  } catch {
    // None yet, or damaged: the server sends it again.
    return null;
  }
}

/** Plan, state and sounds that a relay stores for the time without a line. */
export class SiteStore {
  readonly dataDir: string;
  readonly #log: { error(details: object, message: string): void };
  #plan: StoredPlan | null;
  #state: SiteState;
  #seenAtMs: number;
  #writing = Promise.resolve();

  constructor(dataDir: string, log: { error(details: object, message: string): void }) {
    this.dataDir = dataDir;
    this.#log = log;
    mkdirSync(join(dataDir, SOUNDS), { recursive: true, mode: 0o700 });
    this.#plan = readJson<StoredPlan>(this.#pathOf('site.json'));
    this.#state = readJson<SiteState>(this.#pathOf('site-state.json')) ?? noState;
    this.#seenAtMs = seen.safeParse(readJson(this.#pathOf('site-seen.json'))).data?.at_ms ?? 0;
  }

  get plan(): StoredPlan | null {
    return this.#plan;
  }
  get state(): SiteState {
    return this.#state;
  }

  /** Wall time at which the line was up last, epoch ms; 0: never. */
  get seenAtMs(): number {
    return this.#seenAtMs;
  }

  /** Notes that the line is up. */
  see(at_ms: number): void {
    this.#seenAtMs = at_ms;
    this.#write('site-seen.json', { at_ms });
  }

  putPlan(plan: StoredPlan): void {
    this.#plan = plan;
    this.#write('site.json', plan);
  }

  putState(state: SiteState): void {
    this.#state = state;
    this.#write('site-state.json', state);
  }

  /** Removes the hashes of the passwords; the server sends them again, because the plan has no revision then. */
  forgetPeople(): void {
    const plan = this.#plan?.plan;
    if (plan === undefined || (plan.people ?? []).length === 0) return;
    this.putPlan({ revision: '', plan: { ...plan, people: [] } });
  }

  /** Sounds of the plan, each once. */
  sounds(): SiteSound[] {
    const plan = this.#plan?.plan;
    if (plan === undefined) return [];
    const all = [
      ...[plan.fallback, ...plan.linkages.map(({ round }) => round)].flatMap((sound) => sound ?? []),
      ...plan.tasks.flatMap(({ items }) => items),
    ];
    return [...new Map(all.map((sound) => [sound.id, sound])).values()];
  }

  /** Path of a sound's file, there or not. */
  fileOf(id: string): string {
    return join(this.dataDir, SOUNDS, id, PROGRAMME);
  }

  holds(id: string): boolean {
    return existsSync(this.fileOf(id));
  }

  /** Item of a broadcast that plays a sound; null: it is not stored. */
  itemOf({ id, name, duration_ms, part }: SiteSound): BroadcastItem | null {
    if (!this.holds(id)) return null;
    const item = { kind: 'file' as const, file_id: null, name, path: join(SOUNDS, id), duration_ms };
    return part === undefined ? item : { ...item, part };
  }

  /** Resolves when everything is on the disk. */
  written(): Promise<void> {
    return this.#writing;
  }

  #pathOf(name: string): string {
    return join(this.dataDir, name);
  }

  #write(name: string, content: object): void {
    const text = JSON.stringify(content);
    this.#writing = this.#writing
      .then(() => writeDurably(this.#pathOf(name), [text]))
      .catch((err: unknown) => this.#log.error({ err, name }, 'a file of the relay cannot be written'));
  }
}
