/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Length of a step of the simulation while something happens, s. */
export const STEP_S = 0.1;
export const DAY_S = 86_400;

/** Event at one site at a time, s of the day. */
export interface SiteEvent {
  at: number;
  site: number;
  kind: 'start' | 'stop' | 'alarm' | 'cut' | 'return';
}

export interface Day {
  /** Terminals of each site. */
  sites: number[];
  /** By time. */
  events: SiteEvent[];
  /** When the upgrade of all terminals begins, s. */
  upgradeAt: number;
}

export const hours = (hour: number, minute = 0) => hour * 3600 + minute * 60;

const BELLS = Array.from({ length: 10 }, (_, n) => hours(8) + n * 45 * 60);
const BELL_S = 15;
/** Broadcasts of each site at minutes of its own: number and length, s. */
const OWN = { count: 4, seconds: 180 };
const ALARM_S = 180;
/** Share of the sites whose line is cut. */
const DISTRICT = 0.1;
export const times = {
  cut: hours(10, 20),
  return: hours(10, 30),
  alarmOfOne: hours(11, 10),
  alarmOfAll: hours(13, 5),
  upgrade: hours(20),
};

/** Sizes of sites: most are small, some ten times as large as the middle one; their sum is `terminals`. */
function sizesOf(count: number, terminals: number, random: () => number): number[] {
  const weights = Array.from({ length: count }, () => Math.exp((random() + random() + random() - 1.5) * 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let [given, reached] = [0, 0];
  return weights.map((weight) => {
    reached += (weight / sum) * terminals;
    const size = Math.round(reached) - given;
    given += size;
    return size;
  });
}

/**
 * Makes a day of many sites: bells of all in the same seconds, broadcasts of their own at whole
 * minutes, a district whose line is cut for
 * ten minutes, an alarm in the largest site, one in all sites, and an upgrade of all terminals in the evening.
 */
export function dayOf({
  sites: count,
  terminals,
  seed,
}: {
  sites: number;
  terminals: number;
  seed: number;
}): Day {
  const random = randomOf(seed);
  const sites = sizesOf(count, terminals, random);
  const events: SiteEvent[] = [];
  const add = (at: number, site: number, kind: SiteEvent['kind'], seconds: number) =>
    events.push({ at, site, kind }, { at: at + seconds, site, kind: kind === 'cut' ? 'return' : 'stop' });
  for (let site = 0; site < count; site++) {
    for (const at of BELLS) add(at, site, 'start', BELL_S);
    for (let n = 0; n < OWN.count; n++)
      add(hours(7, 30) + Math.floor(random() * 9 * 60) * 60, site, 'start', OWN.seconds);
    if (site < count * DISTRICT) add(times.cut, site, 'cut', times.return - times.cut);
    add(times.alarmOfAll, site, 'alarm', ALARM_S);
  }
  add(times.alarmOfOne, sites.indexOf(Math.max(...sites)), 'alarm', ALARM_S);
  events.sort((a, b) => a.at - b.at || a.site - b.site);
  return { sites, events, upgradeAt: times.upgrade };
}
