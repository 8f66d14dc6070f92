import { AppError } from '../../../contract/api/errors.ts';
import { MIX_FEATURE } from '../../../contract/protocol/frames.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { Groups } from '../../site/groups/groups.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import type { Zones } from '../../site/zones/zones.ts';

/**
 * Targets of a task. Results are cached by object: one object never changes, while two equal objects may
 * reach different terminals.
 */
export interface TargetSelection {
  devices: readonly number[];
  orgs: readonly number[];
  groups: readonly number[];
}

export interface Reached {
  terminals: readonly AdoptedTerminal[];
  /** Zones of the terminals, and those that the task names. */
  org: readonly number[];
  /** Bitmap of the terminals among all of the site, and the indices of its non-empty words. */
  bits: Uint32Array;
  words: readonly number[];
  /** Same bitmap, restricted to terminals that can mix. */
  mixing: Uint32Array;
}

/** Resolves the terminals of tasks at one moment; targets that no longer exist are ignored. */
export interface Reach {
  /** Time of creation, monotonic ms. */
  readonly at: number;
  of(task: TargetSelection): Reached;
  /** Tells if a task reaches a terminal. */
  isAt(task: TargetSelection, terminalId: number): boolean;
  /** Reached terminals that a scope sees. */
  seen(task: TargetSelection, scope: Scope): readonly AdoptedTerminal[];
}

export interface ReachDeps {
  directory: Directory;
  zones: Zones;
  groups: Pick<Groups, 'members' | 'revision'>;
}

const everything: Scope = { all: true };

/** Creates a reach from the current terminals, zones and groups. */
export function createReach(deps: ReachDeps): Reach {
  const { directory, zones } = deps;
  const sounding: AdoptedTerminal[] = [];
  const byZone = new Map<number, number[]>();
  const places = new Map<number, number>();
  const mixers: boolean[] = [];
  for (const terminal of directory.all()) {
    if (terminal.row.kind !== 'device') continue;
    const place = sounding.push(terminal) - 1;
    places.set(terminal.id, place);
    mixers.push(terminal.seen.features.includes(MIX_FEATURE));
    if (terminal.org === null) continue;
    const terminalsOfZone = byZone.get(terminal.org);
    if (terminalsOfZone === undefined) byZone.set(terminal.org, [place]);
    else terminalsOfZone.push(place);
  }
  const known = new WeakMap<TargetSelection, Reached>();
  const groups = new Map<number, number[]>();

  function membersOf(group: number): number[] {
    let members = groups.get(group);
    if (members === undefined) {
      try {
        members = deps.groups.members(everything, group);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        members = [];
      }
      groups.set(group, members);
    }
    return members;
  }

  function of(task: TargetSelection): Reached {
    const held = known.get(task);
    if (held !== undefined) return held;
    const bits = new Uint32Array(Math.ceil(sounding.length / 32));
    const mixing = new Uint32Array(bits.length);
    const words: number[] = [];
    const terminals: AdoptedTerminal[] = [];
    const named = zones.subtree(task.orgs);
    const org = new Set<number>(named);
    const add = (place: number | undefined) => {
      if (place === undefined) return;
      const [word, bit] = [place >> 5, 1 << (place & 31)];
      const held = bits[word] ?? 0;
      if ((held & bit) !== 0) return;
      if (held === 0) words.push(word);
      bits[word] = held | bit;
      if (mixers[place]) mixing[word] = (mixing[word] ?? 0) | bit;
      const terminal = sounding[place] as AdoptedTerminal;
      terminals.push(terminal);
      if (terminal.org !== null) org.add(terminal.org);
    };
    for (const id of task.devices) add(places.get(id));
    for (const zone of named) for (const place of byZone.get(zone) ?? []) add(place);
    for (const group of task.groups) for (const id of membersOf(group)) add(places.get(id));
    const reached = { terminals, org: [...org], bits, words, mixing };
    known.set(task, reached);
    return reached;
  }

  return {
    at: performance.now(),
    of,
    isAt(task, terminalId) {
      const place = places.get(terminalId);
      return place !== undefined && ((of(task).bits[place >> 5] ?? 0) & (1 << (place & 31))) !== 0;
    },
    seen(task, scope) {
      const { terminals } = of(task);
      return scope.all === true ? terminals : terminals.filter(({ org }) => inScope(scope, org));
    },
  };
}

type Places = Pick<Reached, 'bits' | 'words'>;

/** Number of terminals that two tasks share, counted over the words of the smaller one. */
export function shared(a: Places, b: Places): number {
  const [few, many] = a.words.length <= b.words.length ? [a, b] : [b, a];
  let count = 0;
  for (const at of few.words) {
    let word = ((few.bits[at] ?? 0) & (many.bits[at] ?? 0)) >>> 0;
    while (word !== 0) {
      word &= word - 1;
      count++;
    }
  }
  return count;
}

/** Union of the bitmaps of some tasks. */
export function together(all: Iterable<Places>): Places {
  const bits: number[] = [];
  const words = new Set<number>();
  for (const one of all)
    for (const at of one.words) {
      bits[at] = ((bits[at] ?? 0) | (one.bits[at] ?? 0)) >>> 0;
      words.add(at);
    }
  return { bits: Uint32Array.from(bits, (word) => word ?? 0), words: [...words] };
}

/**
 * Caches a reach: lists and timelines resolve thousands of tasks at once.
 * @param keptMs maximum age; may be long when `stale` is called on every change of terminals or zones
 */
export function createReaches(deps: ReachDeps, keptMs = 1_000) {
  let kept: Reach | undefined;
  let groups = 0;
  return {
    /** Cached reach, at most `keptMs` old. */
    get recent(): Reach {
      if (kept === undefined || deps.groups.revision !== groups || performance.now() - kept.at > keptMs) {
        groups = deps.groups.revision;
        kept = createReach(deps);
      }
      return kept;
    },
    /** Invalidates the cache after a terminal was added, removed or moved, or zones changed. */
    stale(): void {
      kept = undefined;
    },
  };
}
export type Reaches = ReturnType<typeof createReaches>;
