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

function timeOfWork(): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

let found: number | undefined;

/**
 * Speed of a core for this process, relative to the reference machine: 0.5 is half as fast. The shortest of
 * several measurements counts, so that a short disturbance does not.
 */
export function machineSpeed(): number {
  found ??= REFERENCE_MS / Math.min(...Array.from({ length: TRIES }, timeOfWork));
  return found;
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
  };
}
