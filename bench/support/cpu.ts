import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second in /proc; 100 on every Linux that Node runs on. */
const TICKS_PER_S = 100;

interface Stat {
  parent: number;
  /** User and system time of all its threads, ticks. */
  ticks: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}

/** Processor time of a process, seconds; null when it has ended or this is no Linux. */
export function cpuSeconds(pid: number): number | null {
  const stat = statOf(pid);
  return stat === null ? null : stat.ticks / TICKS_PER_S;
}

/** Process ids of a process and all its descendants. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (stat !== null) parents.set(Number(name), stat.parent);
  }
  const family = [pid];
  for (let i = 0; i < family.length; i++)
    for (const [child, parent] of parents) if (parent === family[i]) family.push(child);
  return family;
}

/** Busy and total ticks of one processor core. */
function coreTicks(core: number): { busy: number; total: number } {
  const line = readFileSync('/proc/stat', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`cpu${core} `));
  const ticks = (line ?? '').split(/\s+/).slice(1, 9).map(Number);
  const total = ticks.reduce((sum, n) => sum + n, 0);
  return { busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0), total };
}

/** Processor use during an interval. */
export interface Usage {
  /** Processor time per second of the main process, in cores. */
  main: number;
  /** Same for all its descendants (the database among them). */
  rest: number;
  /** Share of each core that was busy, 0–1, by number of the core. */
  cores: Map<number, number>;
  seconds: number;
}

/** Starts measuring a process with its descendants, and cores as a whole; the returned function ends it. */
export function measure(pid: number, cores: readonly number[]): () => Usage {
  const family = familyOf(pid);
  const before = family.map((each) => cpuSeconds(each) ?? 0);
  const coresBefore = cores.map(coreTicks);
  const start = performance.now();
  return () => {
    const seconds = (performance.now() - start) / 1000;
    const used = family.map((each, i) => Math.max((cpuSeconds(each) ?? 0) - (before[i] ?? 0), 0) / seconds);
    const busy = new Map<number, number>();
    cores.forEach((core, i) => {
      const [was, is] = [coresBefore[i] ?? { busy: 0, total: 0 }, coreTicks(core)];
      busy.set(core, (is.busy - was.busy) / Math.max(is.total - was.total, 1));
    });
    const main = used[0] ?? 0;
    return { main, rest: used.slice(1).reduce((sum, n) => sum + n, 0), cores: busy, seconds };
  };
}

/** Time that the main thread of a process ran, and waited for a processor, ns; zero on other systems. */
function threadTimes(pid: number): { run: number; wait: number } {
  try {
    const [run = 0, wait = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return { run, wait };
  } catch {
    return { run: 0, wait: 0 };
  }
}

/**
 * Starts measuring how busy the load generator is; the returned function ends it. Other programs on its core
 * count only as far as it waits for them: it is the bottleneck when it could always use a processor.
 *
 * @param pids processes of the load generator, which share a core
 * @returns 0–1: their processor time per second, or the share of the time that the main thread of one of them
 *   ran or waited for a processor, whichever is greater
 */
export function measureLoad(pids: readonly number[]): () => number {
  const before = pids.map((pid) => ({ ...threadTimes(pid), cpu: cpuSeconds(pid) ?? 0 }));
  const start = performance.now();
  return () => {
    const seconds = (performance.now() - start) / 1000;
    const shares = pids.map((pid, i) => {
      const was = before[i] ?? { run: 0, wait: 0, cpu: 0 };
      const { run, wait } = threadTimes(pid);
      return {
        cpu: Math.max((cpuSeconds(pid) ?? 0) - was.cpu, 0) / seconds,
        runnable: (run + wait - was.run - was.wait) / 1e9 / seconds,
      };
    });
    const used = shares.reduce((sum, { cpu }) => sum + cpu, 0);
    return Math.max(used, ...shares.map(({ runnable }) => runnable));
  };
}
