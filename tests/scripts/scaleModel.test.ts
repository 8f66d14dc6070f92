import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { comparedWith } from '../../scripts/scale/compare.ts';
import { type Constants, constantsOf, storedBenchmarks, valuesOf } from '../../scripts/scale/constants.ts';
import { dayOf, hours, STEP_S, times } from '../../scripts/scale/day.ts';
import { constantsTable } from '../../scripts/scale/report.ts';
import { defaultLimits, resourcesOf, strains } from '../../scripts/scale/resources.ts';
import { simulateDay } from '../../scripts/scale/simulateDay.ts';
import { type Load, SitesAtCentre, type Topology } from '../../scripts/scale/sitesAtCentre.ts';
import { WorkQueue } from '../../scripts/scale/workQueue.ts';

/** Round values: a processor that 10,000 terminals that play use up. */
const constants: Constants = {
  ...{
    baseCpuMs: 10,
    idleCpuMs: 0.04,
    playingCpuMs: 0.06,
    changeCpuMs: 0.1,
    connectCpuMs: 1,
    consoleCpuMs: 0,
  },
  ...{ relayedCpuMs: 0.01, databaseCpuMs: 0.05, idleBytes: 250, playingBytes: 8_000, consoleBytes: 0 },
  ...{ relayedBytes: 10, memoryBaseMb: 300, memoryMb: 0.1, startRows: 2, alarmRows: 3 },
  consoleRows: 10_000,
};
const day = (terminals: number, sites = 50) => dayOf({ sites, terminals, seed: 1 });
const run = (terminals: number, topology: Topology = 'server') =>
  simulateDay(day(terminals), topology, constants, defaultLimits);

test('a queue does all the work that arrives, none of it twice, and is never below zero', () => {
  const queue = new WorkQueue(10);
  const work = [0, 3, 0.5, 8, 0, 0, 2, 0, 0, 0, 0, 0];
  const waits = work.map((one) => {
    const wait_s = queue.step(one, 0.1);
    expect(queue.waiting).toBeGreaterThanOrEqual(0);
    expect(queue.done + queue.waiting).toBeCloseTo(queue.arrived, 9);
    return wait_s;
  });
  expect(waits.slice(0, 4)).toEqual([0, expect.closeTo(0.2), expect.closeTo(0.15), expect.closeTo(0.85)]);
  expect(() => queue.step(-1, 0.1)).toThrow('work of -1');
});

test('long and short steps of the same load do the same work', () => {
  const [short, long] = [new WorkQueue(10), new WorkQueue(10)];
  for (const rate of [30, 4, 4, 0]) {
    for (let n = 0; n < 10; n++) short.step(rate / 10, 0.1);
    long.step(rate, 1);
    expect(long.waiting).toBeCloseTo(short.waiting, 9);
  }
});

test('a seed makes the same day again; its sites have all terminals, and what begins ends', () => {
  const one = day(1_234);
  expect(day(1_234)).toEqual(one);
  expect(dayOf({ sites: 50, terminals: 1_234, seed: 2 })).not.toEqual(one);
  expect(one.sites.reduce((sum, size) => sum + size, 0)).toBe(1_234);
  const count = (kind: string) => one.events.filter((event) => event.kind === kind).length;
  expect(count('start') + count('alarm')).toBe(count('stop'));
  expect([count('cut'), count('return')]).toEqual([5, 5]);
});

test.each(['server', 'relays'] as const)('every terminal is counted once at all times (%s)', (topology) => {
  const one = day(1_000);
  const centre = new SitesAtCentre(one, topology, defaultLimits.upgradesPerS);
  const loads: [at: number, load: Load][] = [];
  const loadAt = (at: number) => loads.findLast(([from]) => from <= at)?.[1];
  let [connected, began, most, least] = [0, 0, 0, 0];
  for (let step = 0; step < 86_400 / STEP_S; ) {
    const load = centre.step(step * STEP_S);
    most = Math.max(most, load.playing, load.terminals);
    least = Math.min(least, load.playing, load.playingSites, load.connected, load.changed);
    if (step < times.upgrade / STEP_S) connected += load.connected;
    began += load.alarmed;
    loads.push([Math.floor(step * STEP_S + STEP_S / 2), load]);
    step += Math.round(load.seconds / STEP_S);
  }
  expect([least, most]).toEqual([0, 1_000]);
  const away = one.sites.slice(0, 5).reduce((sum, size) => sum + size, 0);
  expect(loadAt(times.cut + 60)?.terminals).toBe(1_000 - away);
  expect(loadAt(times.return + 5)?.terminals).toBe(1_000);
  expect(connected).toBe(away);
  expect(began).toBe(1_000 + Math.max(...one.sites));
  expect(loadAt(times.alarmOfAll + 60)).toMatchObject({ playing: 1_000, playingSites: 50 });
  expect(loadAt(hours(23))).toMatchObject({ playing: 0, playingSites: 0 });
});

test('more terminals never need less, what is used up is named, and relays take load from the centre', () => {
  const [few, many, relayed] = [run(2_000).uses, run(16_000).uses, run(16_000, 'relays').uses];
  for (const name of strains)
    for (const key of ['p50', 'p99', 'max', 'wait_s'] as const)
      expect(many[name][key], `${name} ${key}`).toBeGreaterThanOrEqual(few[name][key]);
  expect(strains.filter((name) => few[name].breaks)).toEqual([]);
  expect(many.processor).toMatchObject({ breaks: true });
  expect(many.processor.wait_s).toBeGreaterThan(1);
  expect(relayed.network.max).toBeLessThan(many.network.max / 10);
});

test('the model is compared with a measured site', () => {
  const measured = {
    terminals: 200,
    base_cpu_ms: 20,
    idle_cpu_ms: 0.08,
    playing_cpu_ms: 0.12,
    idle_bytes: 250,
  };
  const text = comparedWith({ ...measured, playing_bytes: 8_000 }, constants, 0.5);
  expect(text).toContain('cores, all play: model 0.03, measured 0.03, ratio 1');
  expect(text).toContain(
    'bytes a second, idle: model 5e+4, measured 5e+4, ratio 1'.replaceAll('5e+4', '50000'),
  );
});

test('the documented constants are those of the stored benchmarks, and each resource is in the model', () => {
  const stored = constantsOf(storedBenchmarks());
  const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  expect(page).toContain(constantsTable(stored));
  expect(Object.keys(resourcesOf('server', valuesOf(stored), defaultLimits))).toEqual([...strains]);
});
