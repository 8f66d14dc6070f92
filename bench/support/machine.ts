import { createHash } from 'node:crypto';
import { cpus, release, totalmem } from 'node:os';

/** Time of `work` on the machine for which the goals are set, ms: a virtual machine with two cores of an Intel Xeon. */
const REFERENCE_MS = 50;
const TRIES = 7;

/** Fixed work like that of servers and terminals: text, hashing and samples; takes some 50 ms. */
function work(): number {
  let sum = 0;
  for (let i = 0; i < 625; i++) {
    const rows = Array.from({ length: 40 }, (_, n) => ({
      id: n * i,
      name: `Hall ${n}`,
      level_db: -18.5 - n,
    }));
    const text = JSON.stringify(rows);
    sum += (JSON.parse(text) as typeof rows).length;
    sum += createHash('sha256').update(text).digest()[0] ?? 0;
  }
  const samples = new Float32Array(48_000);
  for (let run = 0; run < 50; run++)
    for (let i = 0; i < samples.length; i++) samples[i] = Math.sin(i * 0.01) * 0.5 + (samples[i] ?? 0) * 0.5;
  return sum + (samples[100] ?? 0);
}

/** Shortest of several times of the work by a clock that counts ms: a short disturbance does not count. */
function shortestTime(clock: () => number): number {
  const times = Array.from({ length: TRIES }, () => {
    const from = clock();
    work();
    return clock() - from;
  });
  return Math.min(...times);
}

let found: { speed: number; processorSpeed: number } | undefined;

function speeds() {
  const usedMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  found ??= {
    speed: REFERENCE_MS / shortestTime(() => performance.now()),
    processorSpeed: REFERENCE_MS / shortestTime(usedMs),
  };
  return found;
}

/** Speed of a core for this process, relative to the reference machine: 0.5 is half as fast. */
export function machineSpeed(): number {
  return speeds().speed;
}

/** The same without the time for which this process waits for a processor: times of processors are compared by it. */
export function processorSpeed(): number {
  return speeds().processorSpeed;
}

/** Description of this machine in the results. */
export function describeMachine(): Record<string, string | number> {
  const [first] = cpus();
  return {
    cores: cpus().length,
    cpu: first?.model ?? '',
    memory_gb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
    speed: Number(machineSpeed().toPrecision(2)),
    processor_speed: Number(processorSpeed().toPrecision(2)),
  };
}
