import { defaultUpgradeLimits } from '../../server/edge/upgrades/upgradeLimits.ts';
import type { Constants } from './constants.ts';
import type { Load, Topology } from './sitesAtCentre.ts';
import { WorkQueue } from './workQueue.ts';

/** Resource that can be used up. `processor` and `speech` are one queue with two limits. */
export const strains = [
  'processor',
  'speech',
  'network',
  'database',
  'memory',
  'connections',
  'console',
] as const;
export type Strain = (typeof strains)[number];

/** Capacity of the machine of the centre, and how long work may wait. */
export interface Limits {
  cores: number;
  networkBytesPerS: number;
  memoryMb: number;
  connections: number;
  /** Consoles that show all terminals; each site has one more that shows its own. */
  controlRooms: number;
  /** Terminals a second that get a new program, and bytes a second of them. */
  upgradesPerS: number;
  upgradeBytesPerS: number;
  /** Longest wait, s; undefined: the resource is a level, not a queue. */
  wait_s: Partial<Record<Strain, number>>;
}

export const MEGABIT = 125_000;

const { atOnce, bytesPerS } = defaultUpgradeLimits;
/** Size of the package that `npm run package-terminal` makes. */
const PACKAGE_BYTES = 292_501;

/** One server of today: one thread of its program, memory and open files by the defaults of Node.js and its service. */
export const defaultLimits: Limits = {
  cores: 1,
  networkBytesPerS: 1_000 * MEGABIT,
  memoryMb: 4_096,
  connections: 65_536,
  controlRooms: 20,
  // The time of the restart is not counted.
  upgradesPerS: (atOnce * bytesPerS) / PACKAGE_BYTES,
  upgradeBytesPerS: atOnce * bytesPerS,
  wait_s: { processor: 1, speech: 0.2, network: 0.2, database: 10, console: 1 },
};

interface Taken {
  /** Part of the resource that this step needs. */
  share: number;
  wait_s: number;
}

/** Functions that take the load of a step from each resource. */
export function resourcesOf(
  topology: Topology,
  c: Constants,
  limits: Limits,
): Record<Strain, (load: Load) => Taken> {
  const isRelayed = topology === 'relays';
  const queue = (capacity: number, workOf: (load: Load) => number) => {
    const waiting = new WorkQueue(capacity);
    return (load: Load): Taken => {
      const work = workOf(load);
      return { wait_s: waiting.step(work, load.seconds), share: work / (capacity * load.seconds) };
    };
  };
  const level =
    (capacity: number, of: (load: Load) => number) =>
    (load: Load): Taken => ({
      ...{ share: of(load) / capacity, wait_s: 0 },
    });
  /** Rows that all consoles show and that change each second. */
  const shown = (load: Load) => load.playing * (1 + limits.controlRooms);
  /** Receivers of sound that the centre sends to. */
  const receivers = (load: Load) => (isRelayed ? load.playingSites : load.playing);
  const cpuMs = (load: Load) =>
    load.seconds *
      (c.baseCpuMs +
        load.terminals * (isRelayed ? c.relayedCpuMs : c.idleCpuMs) +
        receivers(load) * c.playingCpuMs +
        shown(load) * c.consoleCpuMs) +
    (load.changed + load.alarmed) * c.changeCpuMs +
    load.connected * c.connectCpuMs;
  const bytes = (load: Load) =>
    load.seconds *
    (load.terminals * (isRelayed ? c.relayedBytes : c.idleBytes) +
      receivers(load) * c.playingBytes +
      shown(load) * c.consoleBytes +
      load.upgrading * limits.upgradeBytesPerS);
  const databaseMs = (load: Load) =>
    (load.changed + load.alarmed * (c.alarmRows / c.startRows)) * c.databaseCpuMs;
  return {
    processor: queue(limits.cores * 1000, cpuMs),
    speech: queue(limits.cores * 1000, cpuMs),
    network: queue(limits.networkBytesPerS, bytes),
    database: queue(1000, databaseMs),
    memory: level(limits.memoryMb, (load) => c.memoryBaseMb + load.terminals * c.memoryMb),
    connections: level(
      limits.connections,
      (load) => (isRelayed ? load.relays : load.terminals) + limits.controlRooms,
    ),
    console: queue(c.consoleRows, (load) => load.playing * load.seconds + load.changed + load.alarmed),
  };
}
