import { map, type Observable, scan, shareReplay } from 'rxjs';
import { withheld } from '../../contract/api/permissions.ts';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import type { FaultKind } from '../../contract/fieldCodes.ts';

/** Faults of one kind with a probable common cause: one line of a list. */
export interface FaultLine {
  /** Stays the same as long as the line exists. */
  key: string;
  kind: FaultKind;
  /** The earliest first. */
  faults: readonly Fault[];
  /** Start of the earliest fault, epoch seconds. */
  since: number;
  /** Start of the latest fault, epoch seconds. */
  latest: number;
  /** Zones of the faults; null: the whole site. */
  zones: readonly (number | null)[];
  /** Network of all faults; empty: several, or unknown. */
  subnet: string;
}

/**
 * Faults of one zone or network belong together when they began within this time of the first, s: as for a
 * flood.
 */
export const SPREAD_S = 600;
/** Time after the first fault within which faults without a common zone or network belong together, s. */
export const MOMENT_S = 5;

/** Keys by which a line is found. A network that the user may not see is unknown and joins nothing. */
function joins(fault: Fault): string[] {
  const { subnet } = fault;
  return [`zone ${fault.org}`, ...(subnet === '' || subnet === withheld ? [] : [`subnet ${subnet}`])];
}

/** A line while it is being built. */
interface Open {
  key: string;
  kind: FaultKind;
  faults: Fault[];
  since: number;
}

class Grouping {
  readonly lines: Open[] = [];
  #byJoin = new Map<string, Set<Open>>();
  #byMoment = new Map<string, Set<Open>>();

  start(key: string, fault: Fault): Open {
    const line: Open = { key, kind: fault.kind, faults: [], since: fault.opened_at };
    this.lines.push(line);
    return line;
  }

  add(line: Open, fault: Fault): void {
    line.faults.push(fault);
    line.since = Math.min(line.since, fault.opened_at);
    for (const join of joins(fault)) put(this.#byJoin, `${line.kind} ${join}`, line);
    put(this.#byMoment, this.#slot(fault, 0), line);
  }

  /** Finds the line that a new fault joins: by zone, else by network, else by time. */
  find(fault: Fault): Open | undefined {
    for (const join of joins(fault))
      for (const line of this.#byJoin.get(`${fault.kind} ${join}`) ?? [])
        if (Math.abs(fault.opened_at - line.since) <= SPREAD_S) return line;
    for (const slot of [0, -1, 1])
      for (const line of this.#byMoment.get(this.#slot(fault, slot)) ?? [])
        if (Math.abs(fault.opened_at - line.since) <= MOMENT_S) return line;
    return undefined;
  }

  #slot(fault: Fault, more: number): string {
    return `${fault.kind} ${Math.floor(fault.opened_at / MOMENT_S) + more}`;
  }
}

function put(index: Map<string, Set<Open>>, key: string, line: Open): void {
  const held = index.get(key);
  if (held === undefined) index.set(key, new Set([line]));
  else held.add(line);
}

const inOrder = (a: Fault, b: Fault) => a.opened_at - b.opened_at || a.id - b.id;

function finished({ key, kind, faults }: Open): FaultLine {
  const ordered = faults.toSorted(inOrder);
  const networks = new Set(ordered.map(({ subnet }) => subnet));
  const [network = ''] = networks;
  return {
    key,
    kind,
    faults: ordered,
    since: ordered[0]?.opened_at ?? 0,
    latest: ordered.at(-1)?.opened_at ?? 0,
    zones: [...new Set(ordered.map(({ org }) => org))],
    subnet: networks.size === 1 && network !== withheld ? network : '',
  };
}

/**
 * Puts every fault in exactly one line. Faults in a line of `before` stay in it, and lines keep their order,
 * so nothing moves when others come and go; a new fault joins a line or adds one at the end. Only the given
 * faults are used, so the lines reveal nothing of faults that the reader may not see.
 */
export function groupFaults(before: readonly FaultLine[], faults: readonly Fault[]): FaultLine[] {
  const grouping = new Grouping();
  const lineOf = new Map<number, FaultLine>();
  for (const line of before) for (const { id } of line.faults) lineOf.set(id, line);
  const kept = new Map<string, Open>();
  const fresh: Fault[] = [];
  const staying = new Map<string, Fault[]>();
  for (const fault of faults) {
    const line = lineOf.get(fault.id);
    if (line === undefined || line.kind !== fault.kind) fresh.push(fault);
    else if (staying.get(line.key)?.push(fault) === undefined) staying.set(line.key, [fault]);
  }
  for (const { key } of before) {
    for (const fault of staying.get(key) ?? []) {
      const line = kept.get(key) ?? grouping.start(key, fault);
      kept.set(key, line);
      grouping.add(line, fault);
    }
  }
  for (const fault of fresh.sort(inOrder))
    grouping.add(grouping.find(fault) ?? grouping.start(`${fault.kind} ${fault.id}`, fault), fault);
  return grouping.lines.map(finished);
}

/** Lines of a stream of faults, each built on the previous value. */
export function createFaultLines(faults$: Observable<readonly Fault[]>): Observable<FaultLine[]> {
  return faults$.pipe(
    scan<readonly Fault[], FaultLine[]>(groupFaults, []),
    map((lines) => lines.toSorted(byUrgency)),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

/** Lines with an unacknowledged fault first, then the newest. */
function byUrgency(a: FaultLine, b: FaultLine): number {
  const fresh = (line: FaultLine) => Number(line.faults.some(({ state }) => state === 'new'));
  return fresh(b) - fresh(a) || b.since - a.since;
}
