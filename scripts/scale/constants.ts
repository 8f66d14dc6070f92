import { readFileSync } from 'node:fs';

/** Figures of one stored benchmark. */
export type Stored = Record<'baseline' | 'measured', Record<string, number>>;
const names = ['scale', 'fanout', 'idle-terminals', 'relay', 'live'] as const;
/** Stored benchmarks by name. */
export type Benchmarks = Record<(typeof names)[number], Stored>;

/** One measured constant of the model, with where it was measured. */
export interface Constant {
  value: number;
  unit: string;
  /** Benchmark and figures of docs/performance from which it follows. */
  from: string;
}

export function storedBenchmarks(): Benchmarks {
  const read = (name: string): Stored =>
    JSON.parse(readFileSync(new URL(`../../docs/performance/${name}.json`, import.meta.url), 'utf8'));
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Benchmarks;
}

/**
 * Constants of the model. Other programs slow a processor down, also by its own time. So the times of each benchmark are
 * multiplied by the factor by which a terminal costs less in `fanout`, which ran alone.
 */
export function constantsOf(stored: Benchmarks) {
  const figure = (name: keyof Benchmarks, key: string, of: keyof Stored = 'measured'): number => {
    const value = stored[name][of][key];
    if (value === undefined || !Number.isFinite(value)) throw new Error(`${name} has no figure ${key}`);
    return value;
  };
  const constant = (value: number, unit: string, from: string): Constant => ({ value, unit, from });
  /** A difference of two measurements can be below zero. */
  const positive = (value: number) => Math.max(0, value);
  const scale = (key: string, unit: string) => constant(figure('scale', key), unit, `scale: ${key}`);
  const each = 'a terminal and second';

  /** Terminal that plays, with its part of the base. */
  const alone = (figure('fanout', 'cpu_main') * 1000) / figure('fanout', 'terminals');
  const scaleFactor = alone / (figure('scale', 'idle_cpu_ms') + figure('scale', 'playing_cpu_ms'));
  const scaled = (key: string, unit: string) =>
    constant(positive(figure('scale', key) * scaleFactor), unit, `scale: ${key}, by fanout`);
  const half = (key: string) =>
    constant(
      positive((figure('scale', key) * scaleFactor) / 2),
      ...(['ms a target that starts or stops', `scale: half of ${key}, by fanout`] as const),
    );
  const idleCpuMs = scaled('idle_cpu_ms', `ms ${each}`);
  const idle = (key: string) => figure('idle-terminals', key);
  const base = figure('scale', 'base_cpu_ms');
  const idleFactor = idleCpuMs.value / ((idle('cpu') * 1000 - base) / idle('terminals'));
  const [relays, behind] = [figure('relay', 'relays'), figure('relay', 'terminals')];
  const relayFactor = alone / ((figure('relay', 'cpu', 'baseline') * 1000) / behind);
  const relayed = (figure('relay', 'cpu') * relays * 1000 - base) / (relays * behind);
  return {
    baseCpuMs: scaled('base_cpu_ms', 'ms a second'),
    idleCpuMs,
    playingCpuMs: scaled('playing_cpu_ms', `ms ${each} that plays`),
    changeCpuMs: half('start_cpu_ms'),
    consoleCpuMs: scaled('console_cpu_ms', 'ms a shown row and second'),
    databaseCpuMs: half('database_cpu_ms'),
    connectCpuMs: constant(
      idle('connect_cpu_ms') * idleFactor,
      ...(['ms a connection', 'idle-terminals: connect_cpu_ms, by fanout'] as const),
    ),
    relayedCpuMs: constant(
      positive(relayed * relayFactor),
      ...([`ms ${each} behind a relay`, 'relay: cpu, by fanout'] as const),
    ),
    idleBytes: scale('idle_bytes', `bytes ${each}`),
    playingBytes: scale('playing_bytes', `bytes ${each} that plays`),
    consoleBytes: scale('console_bytes', 'bytes a shown row and second'),
    relayedBytes: constant(
      positive((figure('relay', 'kb_per_s') * 1000 - figure('scale', 'playing_bytes')) / behind),
      ...([`bytes ${each} behind a relay`, 'relay: kb_per_s without one programme'] as const),
    ),
    memoryBaseMb: constant(idle('memory_empty_mb'), 'MB', 'idle-terminals: memory_empty_mb'),
    memoryMb: constant(
      (idle('memory_mb') - idle('memory_empty_mb')) / idle('terminals'),
      ...(['MB a terminal', 'idle-terminals: memory_mb without memory_empty_mb'] as const),
    ),
    startRows: scale('start_rows', 'rows a target, start and stop'),
    alarmRows: scale('alarm_rows', 'rows a target of an alarm'),
    consoleRows: constant(
      figure('live', 'changes_per_s'),
      ...(['changes a second that a console shows', 'live: changes_per_s'] as const),
    ),
  } satisfies Record<string, Constant>;
}

export type Constants = { [Key in keyof ReturnType<typeof constantsOf>]: number };

/** Their plain values. */
export function valuesOf(constants: ReturnType<typeof constantsOf>): Constants {
  return Object.fromEntries(Object.entries(constants).map(([key, { value }]) => [key, value])) as Constants;
}
