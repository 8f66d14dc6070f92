import type { Constant, Constants } from './constants.ts';
import { dayOf } from './day.ts';
import { type Limits, type Strain, strains } from './resources.ts';
import { type DayResult, simulateDay, type Use } from './simulateDay.ts';
import type { Topology } from './sitesAtCentre.ts';

export interface Run {
  sites: number;
  seed: number;
  constants: Constants;
  limits: Limits;
}

export const topologies: readonly Topology[] = ['server', 'relays'];
const SMALLEST = 500;
const LARGEST = 4_000_000;

/** One day of a system whose sites are spread over some servers: that of the server with the first share of them. */
export function dayAt(run: Run, topology: Topology, terminals: number, servers = 1): DayResult {
  const day = dayOf({
    sites: Math.max(1, Math.ceil(run.sites / servers)),
    ...{ terminals: Math.ceil(terminals / servers), seed: run.seed },
  });
  return simulateDay(day, topology, run.constants, run.limits);
}

/** Number of terminals, to 2 digits, up to which each resource holds; null: it holds at the largest number tried. */
export function heldUpTo(run: Run, topology: Topology): Record<Strain, number | null> {
  const held = Object.fromEntries(strains.map((name) => [name, 0])) as Record<Strain, number>;
  const broken = new Set<Strain>();
  for (let terminals = SMALLEST; terminals <= LARGEST; terminals = twoDigits(terminals * 1.5)) {
    const { uses } = dayAt(run, topology, terminals);
    for (const name of strains) {
      if (uses[name].breaks) broken.add(name);
      else if (!broken.has(name)) held[name] = terminals;
    }
    if (broken.size === strains.length) break;
  }
  return Object.fromEntries(strains.map((name) => [name, broken.has(name) ? held[name] : null])) as Record<
    Strain,
    number | null
  >;
}

/** Least number of servers, each with its part of the sites, at which nothing breaks; null: none up to the number of sites. */
export function serversFor(run: Run, topology: Topology, terminals: number): number | null {
  const holds = (servers: number) =>
    Object.values(dayAt(run, topology, terminals, servers).uses).every((use) => !use.breaks);
  let [low, high] = [1, run.sites];
  if (!holds(high)) return null;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

const twoDigits = (value: number) => Number(value.toPrecision(2));
const short = (value: number) =>
  (value >= 100 ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString('en');
const percent = (share: number) => `${short(share * 100)} %`;
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const nameOf: Record<Strain, string> = {
  processor: 'processor, schedule',
  speech: 'processor, live speech',
  network: 'network',
  database: 'database',
  memory: 'memory',
  connections: 'connections',
  console: 'rows of a control room',
};

export function constantsTable(constants: Record<string, Constant>): string {
  const rows = Object.entries(constants).map(([key, { value, unit, from }]) => [
    ...[`\`${key}\``, String(Number(value.toPrecision(3))), unit, from],
  ]);
  return table(['constant', 'value', 'unit', 'from docs/performance'], rows);
}

export function dayTable(run: Run, topology: Topology, terminals: number): string {
  const { uses, upgrade_days } = dayAt(run, topology, terminals);
  const rows = strains.map((name) => [nameOf[name], ...cellsOf(uses[name], run.limits.wait_s[name])]);
  return `${table(['resource', 'p50', 'p99', 'max', 'longest wait', 'limit', ''], rows)}

An upgrade of all terminals takes ${short(upgrade_days * 24)} hours without their restarts.`;
}

function cellsOf(use: Use, allowed_s: number | undefined): string[] {
  const wait = allowed_s === undefined ? '' : `${short(use.wait_s)} s`;
  const limit = allowed_s === undefined ? '100 %' : `${allowed_s} s`;
  const verdict = use.breaks ? '**breaks**' : 'holds';
  return [percent(use.p50), percent(use.p99), percent(use.max), wait, limit, verdict];
}

/** Number of terminals up to which each resource holds, the first to break first. */
export function heldTable(run: Run): string {
  const held = topologies.map((topology) => heldUpTo(run, topology));
  const rows = [...strains]
    .sort((a, b) => (held[0]?.[a] ?? LARGEST) - (held[0]?.[b] ?? LARGEST))
    .map((name) => [
      nameOf[name],
      ...held.map((of) => of[name]).map((most) => (most === null ? `over ${short(LARGEST)}` : short(most))),
    ]);
  return table(['holds up to', 'without relays', 'with a relay at each site'], rows);
}

/** Servers that share the sites so that nothing breaks. */
export function serversTable(run: Run, sizes: readonly number[]): string {
  const rows = sizes.map((terminals) => [
    short(terminals),
    ...topologies.map((topology) => {
      const servers = serversFor(run, topology, terminals);
      return servers === null ? `not with ${short(run.sites)}` : short(servers);
    }),
  ]);
  return table(['terminals', 'servers without relays', 'servers with a relay at each site'], rows);
}
