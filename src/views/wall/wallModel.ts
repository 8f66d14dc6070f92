import { taskType } from '../../../contract/codes.ts';
import type { SitePlan } from '../../../contract/entities/site/sitePlan.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import { childrenOf, type Zone } from '../kit/tree/zones.ts';
import { comparedZones } from '../shared/zones/zoneCounts.ts';
import { chunks } from './chunks.ts';
import { type DotState, dotStateOf, type Facts, isSounding, worst } from './dotState.ts';
import { plansBelow } from './plansBelow.ts';
import { type AlarmFacts, unheardZones } from './unheardZones.ts';

export interface WallFloor {
  id: number;
  /** Empty: terminals of the building itself. */
  name: string;
  dots: DotState[];
  /** Unacknowledged terminals: offline, and silent or locked. */
  offline: number;
  silent: number;
}

export interface WallBlock {
  id: number;
  name: string;
  floors: WallFloor[];
  /** Broadcasts of the list that sound here, by their number, 1-based. */
  broadcasts: number[];
}

/** Counts of a compared zone, for the row of tiles. */
export interface WallSite {
  id: number;
  name: string;
  total: number;
  playing: number;
  abnormal: number;
  /** Terminals behind a lost relay. */
  behind: number;
  broadcasts: number[];
  isAlarm: boolean;
}

/** One page: a compared zone, or a part of one with many zones below it. */
export interface WallPage {
  site: WallSite;
  part: number;
  parts: number;
  blocks: WallBlock[];
  /** Site plan that is shown in place of the blocks; null: none is drawn for this site. */
  plan: SitePlan | null;
  /** An alarm sounds at a terminal of the page, or should sound in its zones and sounds nowhere at all. */
  isAlarm: boolean;
  /** Terminals on the plan, and those of them at which an alarm sounds; of blocks 0. */
  placed: number;
  inAlarm: number;
  /** Number of terminals per dot. */
  share: number;
}

export interface Wall {
  sites: WallSite[];
  pages: WallPage[];
  /** Numbers of the broadcasts of alarms. */
  alarms: ReadonlySet<number>;
}

type OnAir = Pick<BroadcastLive, 'id' | 'task_type'>;
/**
 * Limits of a page: further buildings go to further pages, further floors are merged, further dots stand for
 * several terminals.
 */
export const most = { blocks: 12, floors: 8, dots: 10 } as const;

/**
 * Computes the wall from the zones visible to an account. `onAir`: in the order of the list beside the
 * picture. `alarms`: those that are not over.
 */
export function wallOf(
  zones: readonly Zone[],
  devices: readonly Facts[],
  onAir: readonly OnAir[],
  plans: readonly SitePlan[] = [],
  alarms: readonly AlarmFacts[] = [],
): Wall {
  const children = childrenOf(zones);
  const at = new Map<number, Facts[]>();
  for (const device of devices) {
    if (device.org === null) continue;
    const here = at.get(device.org);
    if (here === undefined) at.set(device.org, [device]);
    else here.push(device);
  }
  const numberOf = new Map(onAir.map(({ id }, i) => [id, i + 1]));
  const ofAlarms = new Set(onAir.flatMap(({ id, task_type }) => (task_type === taskType.alarm ? id : [])));

  const below = (zone: number): Facts[] => [
    ...(at.get(zone) ?? []),
    ...(children.get(zone) ?? []).flatMap(({ id }) => below(id)),
  ];
  const dotOf = (device: Facts) => dotStateOf(device, ofAlarms);
  const unheard = unheardZones(alarms);
  /** Tells if an alarm that sounds nowhere has terminals here. */
  const isUnheard = (here: readonly Facts[]) => here.some(({ org }) => org !== null && unheard.has(org));
  const numbers = (here: readonly Facts[]) => {
    const found = new Set(
      here.flatMap((one) => (isSounding(one) ? (numberOf.get(one.task_id ?? 0) ?? []) : [])),
    );
    return [...found].sort((a, b) => a - b);
  };

  function floor(parts: readonly { id: number; name: string; here: Facts[] }[], share: number): WallFloor {
    const here = parts.flatMap((part) => part.here);
    const [first, last] = [parts[0], parts.at(-1)];
    return {
      id: first?.id ?? 0,
      name: first === last ? (first?.name ?? '') : `${first?.name} – ${last?.name}`,
      dots: chunks(here, share).map((some) => worst(some.map(dotOf))),
      offline: here.filter((one) => one.state === 'offline').length,
      silent: here.filter((one) => one.state === 'no_sound' || one.state === 'locked').length,
    };
  }

  /** Child zones with terminals, and a part for the terminals in none of them. */
  function partsOf(zone: Zone): { zone: Zone; id: number; name: string; here: Facts[] }[] {
    const own = at.get(zone.id) ?? [];
    const inside = (children.get(zone.id) ?? []).map((child) => ({
      ...{ zone: child, id: child.id, name: child.name, here: below(child.id) },
    }));
    const parts = inside.filter(({ here }) => here.length > 0);
    return own.length > 0 ? [{ zone, id: zone.id, name: '', here: own }, ...parts] : parts;
  }

  const sites: WallSite[] = [];
  const pages: WallPage[] = [];
  for (const zone of comparedZones(zones)) {
    const here = below(zone.id);
    const states = here.map(dotOf);
    const behind = here.filter(({ state }) => state === 'behind_relay').length;
    const site = {
      ...{ id: zone.id, name: zone.name, total: here.length, broadcasts: numbers(here) },
      playing: here.filter(isSounding).length,
      abnormal: states.filter((state) => state === 'fault' || state === 'known').length - behind,
      behind,
      isAlarm: states.includes('alarm') || isUnheard(here),
    };
    const firstPage = pages.length;
    sites.push(site);
    const buildings = partsOf(zone).map((part) => {
      const isItself = part.zone === zone;
      const floors = isItself ? [{ id: part.id, name: '', here: part.here }] : partsOf(part.zone);
      return { part, floors: chunks(floors, Math.ceil(floors.length / most.floors)) };
    });
    const longest = Math.max(
      1,
      ...buildings.flatMap(({ floors }) =>
        floors.map((some) => some.reduce((n, one) => n + one.here.length, 0)),
      ),
    );
    const share = Math.ceil(longest / most.dots);
    const blocks = buildings.map(({ part, floors }) => ({
      ...{ id: part.id, name: part.name === '' ? zone.name : part.name, broadcasts: numbers(part.here) },
      floors: floors.map((some) => floor(some, share)),
    }));
    const drawn = plansBelow(plans, zones, zone.id);
    const shown = chunks(blocks, most.blocks);
    const common = { site, parts: drawn.length || shown.length };
    for (const [part, plan] of drawn.entries()) {
      const placed = new Set(plan.marks.flatMap(({ kind, id }) => (kind === 'terminal' ? id : [])));
      const onPlan = here.filter(({ id }) => placed.has(id ?? 0));
      const inAlarm = onPlan.filter((one) => dotOf(one) === 'alarm').length;
      const isAlarm = inAlarm > 0 || isUnheard(onPlan) || unheard.has(plan.org);
      const figures = { isAlarm, placed: onPlan.length, inAlarm };
      pages.push({ ...common, ...figures, part: part + 1, blocks: [], plan, share: 1 });
    }
    for (const [part, some] of drawn.length > 0 ? [] : shown.entries()) {
      const isAlarm = some.some(
        ({ id, floors }) => isUnheard(below(id)) || floors.some(({ dots }) => dots.includes('alarm')),
      );
      const figures = { isAlarm, placed: 0, inAlarm: 0 };
      pages.push({ ...common, ...figures, part: part + 1, blocks: some, plan: null, share });
    }
    // No plan has its terminals: the first page stands for the site.
    const own = pages.slice(firstPage);
    const [first] = own;
    if (site.isAlarm && first !== undefined && !own.some(({ isAlarm }) => isAlarm)) first.isAlarm = true;
  }
  return { sites, pages, alarms: new Set([...ofAlarms].flatMap((id) => numberOf.get(id) ?? [])) };
}
