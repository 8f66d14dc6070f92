import { map, type Observable, scan, shareReplay } from 'rxjs';
import type { Fault, FaultKind } from '../../contract/entities/fault.ts';
import { withheld } from '../../contract/permissions.ts';

/** Faults of one kind that have a cause in common as far as can be told: one line of a list. */
export interface FaultLine {
  /** Stays as long as the line does. */
  key: string;
  kind: FaultKind;
  /** The earliest first. */
  faults: readonly Fault[];
  /** When the earliest of them began, epoch seconds. */
  since: number;
  /** When the latest began. */
  latest: number;
  /** Zones that they lie in; null: the whole site. */
  zones: readonly (number | null)[];
  /** The network that all of them lie in; empty: several, or not known. */
  subnet: string;
}

/** Faults of one zone or network belong together when they began within so long of the first, s: as a flood is counted. */
export const SPREAD_S = 600;
/** Without zone or network in common, only what began at the same moment does: within so long of the first, s. */
export const MOMENT_S = 5;

/** What a line is found by. A network that one may not see is not known, and is not the same for all. */
function joins(fault: Fault): string[] {
  const { subnet } = fault;
  return [`zone ${fault.org}`, ...(subnet === '' || subnet === withheld ? [] : [`subnet ${subnet}`])];
}

/** A line that is being put together. */
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

  /** The line that a new fault joins: of its zone, else of its network, else of its moment. */
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
 * Puts every fault in exactly one line. What is in a line of `before` stays in it, and lines keep their order, so nothing
 * moves when others come and go; what is new joins a line or adds one at the end. Uses nothing but the faults given, so
 * it tells nothing of those that the reader may not see.
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

/** The lines of a stream of faults, each grown from the last. */
export function createFaultLines(faults$: Observable<readonly Fault[]>): Observable<FaultLine[]> {
  return faults$.pipe(
    scan<readonly Fault[], FaultLine[]>(groupFaults, []),
    map((lines) => lines.toSorted(byUrgency)),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

/** Lines with a fault that nobody has acknowledged first, then the newest. */
function byUrgency(a: FaultLine, b: FaultLine): number {
  const fresh = (line: FaultLine) => Number(line.faults.some(({ state }) => state === 'new'));
  return fresh(b) - fresh(a) || b.since - a.since;
}
