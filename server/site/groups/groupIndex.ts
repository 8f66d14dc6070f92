import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { StoredGroup } from './group.repository.ts';
import type { MemberPlace } from './memberSource.ts';

/** Members of a group in one zone: the zone (0: none), number online, offline, and behind a lost relay. */
export type ZoneCount = [org: number, online: number, offline: number, behind: number];

/** Counts of a group's members within a scope. */
export interface Seen {
  online: number;
  offline: number;
  behind_relay: number;
  /** True when all members are visible. */
  whole: boolean;
}

interface Held {
  members: ReadonlySet<number>;
  counts: Map<number, ZoneCount>;
}

/**
 * Groups with their members and the counts by zone and presence, in memory: a terminal that connects or
 * disconnects costs one step per group that it is in, and the counts of a scope one step per zone.
 *
 * @param placeOf zone and presence of a terminal; undefined: it is gone
 * @param onCounts called for a group whose counts have changed
 */
export class GroupIndex {
  #groups = new Map<number, Held>();
  #ofTerminal = new Map<number, Set<number>>();
  #placeOf: (terminal: number) => MemberPlace | undefined;
  #onCounts: (group: number) => void;

  constructor(placeOf: (terminal: number) => MemberPlace | undefined, onCounts: (group: number) => void) {
    this.#placeOf = placeOf;
    this.#onCounts = onCounts;
  }

  /** Groups that a terminal is in, in the order of ids. */
  groupsOf(terminal: number): number[] {
    return [...(this.#ofTerminal.get(terminal) ?? [])].sort((a, b) => a - b);
  }

  /** Sets a group as it is stored now; returns the terminals that joined or left. */
  set(group: Pick<StoredGroup, 'id' | 'members'>): number[] {
    const before = this.#groups.get(group.id);
    const members = new Set(group.members);
    const held: Held = { members, counts: new Map() };
    this.#groups.set(group.id, held);
    for (const id of members) count(held, this.#placeOf(id) ?? null, 1);
    const left = [...(before?.members ?? [])].filter((id) => !members.has(id));
    const joined = [...members].filter((id) => before?.members.has(id) !== true);
    for (const id of left) this.#ofTerminal.get(id)?.delete(group.id);
    for (const id of joined) {
      const groups = this.#ofTerminal.get(id);
      if (groups === undefined) this.#ofTerminal.set(id, new Set([group.id]));
      else groups.add(group.id);
    }
    return [...left, ...joined];
  }

  /** Removes a group; returns the terminals that were in it. */
  remove(id: number): number[] {
    const held = this.#groups.get(id);
    this.#groups.delete(id);
    const members = [...(held?.members ?? [])];
    for (const terminal of members) this.#ofTerminal.get(terminal)?.delete(id);
    return members;
  }

  /** Takes in that a terminal connected, disconnected or changed zones; `after` null: it is gone. */
  moved(terminal: number, before: MemberPlace | null, after: MemberPlace | null): void {
    for (const id of this.#ofTerminal.get(terminal) ?? []) {
      const held = this.#groups.get(id);
      if (held === undefined) continue;
      count(held, before, -1);
      count(held, after, 1);
      this.#onCounts(id);
    }
    if (after === null) this.#ofTerminal.delete(terminal);
  }

  /** Counts per zone of the members, as they are now. */
  counts(id: number): ZoneCount[] {
    return Array.from(this.#groups.get(id)?.counts.values() ?? [], (zone) => [...zone]);
  }

  /**
   * Tells if a scope may see a group: one without members is visible to all (docs/decisions/0030-groups.md).
   */
  isVisible(scope: Scope, id: number): boolean {
    const held = this.#groups.get(id);
    if (held === undefined) return false;
    if (scope.all === true || held.counts.size === 0) return true;
    for (const org of held.counts.keys()) if (scope.ids.has(org)) return true;
    return false;
  }

  visible(scope: Scope): number[] {
    return [...this.#groups.keys()].filter((id) => this.isVisible(scope, id));
  }

  /** Members within the scope. */
  members(scope: Scope, id: number): number[] {
    const held = this.#groups.get(id);
    return [...(held?.members ?? [])].filter((terminal) => {
      const place = this.#placeOf(terminal);
      return place !== undefined && (scope.all === true || inScope(scope, place.org ?? 0));
    });
  }
}

function count(held: Held, place: MemberPlace | null, n: 1 | -1): void {
  if (place === null) return;
  const org = place.org ?? 0;
  const zone = held.counts.get(org) ?? [org, 0, 0, 0];
  zone[place.online ? 1 : place.isBehind ? 3 : 2] += n;
  if (zone[1] + zone[2] + zone[3] > 0) held.counts.set(org, zone);
  else held.counts.delete(org);
}

/** Counts of a group within a scope. */
export function seenOf(counts: readonly ZoneCount[], scope: Scope): Seen {
  const seen: Seen = { online: 0, offline: 0, behind_relay: 0, whole: true };
  for (const [org, online, offline, behind] of counts) {
    if (!inScope(scope, org)) {
      seen.whole = false;
      continue;
    }
    seen.online += online;
    seen.offline += offline;
    seen.behind_relay += behind;
  }
  return seen;
}
