import { type FloodWorld, type Happening, zones } from './floodWorld.ts';

/**
 * Facts against which a sentence is checked: the simulated site, the parameters, and the items that it is
 * about.
 */
export interface Facts {
  world: FloodWorld;
  params: Record<string, unknown>;
  /** Items of the sentence: all that are shown, a group, or one. */
  of: readonly Happening[];
  /** All data has arrived from the server. */
  isKnown: boolean;
}
type When = (facts: Facts) => boolean;

const TEN_MINUTES = 600_000;
const MOMENT = 5_000;
const clock = (at: number) => `at ${at}`;
/** Formats a time of day as the tests expect it; epoch seconds. */
export const timeOf = (at: number | null) => clock(at ?? 0);

const standing = ({ of }: Facts) => of.filter(({ over }) => !over);
const unheeded = (facts: Facts) => standing(facts).filter((one) => one.what !== 'drill' && !one.acknowledged);
/** Facts without drills, as the numbers above the list count: the title counts none either. */
const real = (facts: Facts): Facts => ({ ...facts, of: facts.of.filter(({ what }) => what !== 'drill') });
const since = ({ of }: Facts) => Math.min(...of.map(({ at }) => at));
const latest = ({ of }: Facts) => Math.max(...of.map(({ at }) => at));
const isMoment = (facts: Facts) => latest(facts) - since(facts) <= MOMENT;
const fresh = ({ world, of }: Facts) => of.filter(({ at }) => at > world.looked).length;
/** Items that began in the last ten minutes; a drill is neither alarm nor fault. */
const began = ({ world }: Facts) =>
  world.all.filter(({ at, what }) => what !== 'drill' && at > world.now - TEN_MINUTES).length;
const places = ({ of }: Facts) => new Set(of.map(({ zone }) => zone));
const count = (facts: Facts, what: Happening['what']) =>
  standing(facts).filter((one) => one.what === what).length;
const isAll =
  (what: Happening['what'], over: boolean): When =>
  ({ of }) =>
    of.every((one) => one.what === what && one.over === over);
function isUnder(zone: number | null, name: unknown): boolean {
  const row = zones.find(({ id }) => id === zone);
  return row !== undefined && (row.name === name || isUnder(row.parent_id, name));
}

/** Conditions under which each sentence of the flood view and of fault lines is true. */
export const floodTable: Record<string, When> = {
  'flood.unknown': ({ isKnown }) => !isKnown,
  'flood.title': (f) => f.params.n === began(f) && began(f) >= 5,
  'flood.titleCalm': (f) => f.params.n === began(f) && began(f) <= 10,
  'flood.none': ({ world }) => world.all.every(({ over }) => over),
  'flood.noneWhy': (f) => f.world.all.every(({ over }) => over) && began(f) === 0,
  'flood.first': (f) => f.params.at === since(f),
  'flood.latest': (f) => f.params.at === latest(f),
  'flood.neverLooked': (f) => f.world.looked === 0 && f.params.n === real(f).of.length,
  'flood.newSince': (f) => f.params.time === clock(f.world.looked) && f.params.n === fresh(real(f)),
  'flood.standing': (f) => f.params.n === standing(real(f)).length && f.params.all === real(f).of.length,
  'flood.unacknowledged': (f) =>
    f.params.n === unheeded(f).length && f.params.all === standing(real(f)).length,
  'flood.fresh': (f) => f.world.looked > 0 && f.params.n === fresh(f),
  'flood.sinceLook': (f) => f.world.looked > 0 && fresh(f) === 1,
  'flood.alarmsN': (f) => f.params.n === count(f, 'alarm'),
  'flood.drillsN': (f) => f.params.n === count(f, 'drill'),
  'flood.faultsN': (f) => f.params.n === count(f, 'fault'),
  'flood.endedN': (f) => f.params.n === f.of.length - standing(f).length,
  'flood.allOver': (f) => standing(f).length === 0,
  'flood.allKnown': (f) => standing(f).length > 0 && unheeded(f).length === 0,
  'flood.endedAlarm': isAll('alarm', true),
  'flood.endedDrill': isAll('drill', true),
  'flood.endedOne': ({ of }) => of.every(({ over, what }) => over && what !== 'fault'),
  'status.in_alarm': isAll('alarm', false),
  'status.drill': isAll('drill', false),
  'faults.line': (f) => f.of.length > 1 && f.params.n === f.of.length,
  'faults.site': ({ of }) => of.every(({ zone }) => zone === null),
  'faults.siteAndZones': (f) => places(f).size > 1 && places(f).has(null),
  'faults.zonesN': (f) => places(f).size > 1 && f.params.n === places(f).size,
  'faults.zonesIn': (f) =>
    f.params.n === places(f).size && f.of.every(({ zone }) => isUnder(zone, f.params.where)),
  'faults.lineSince': (f) =>
    standing(f).length > 0 && isMoment(f) && f.params.time === clock(since(f) / 1000),
  'faults.lineAt': (f) => standing(f).length === 0 && isMoment(f) && f.params.time === clock(since(f) / 1000),
  'faults.lineSpan': (f) =>
    !isMoment(f) && f.params.time === clock(since(f) / 1000) && f.params.latest === clock(latest(f) / 1000),
  'faults.lineSubnet': (f) => f.of.every(({ subnet }) => subnet === f.params.subnet),
  'faults.lineMoment': (f) => isMoment(f) && places(f).size > 1,
  'faults.lineChatter': (f) => f.params.n === standing(f).filter(({ chatter }) => chatter > 0).length,
  'faults.chattering': ({ of, params }) => of.every(({ chatter }) => chatter === params.n && chatter > 0),
  'faults.away': ({ of }) => of.every(({ away, over }) => away && !over),
};

/**
 * Keys of these sections that name a thing, an action, a unit or a hint; a name before a dot covers all keys
 * below it.
 */
export const floodLabels: Record<string, string> = {
  flood: 'open of older looked groupedBy by groups alarms noZone noPlan acknowledge acknowledgeAll briefSpan',
  faults:
    'title openedAt what zone acknowledgedBy acknowledgedAt shelvedUntil shelvedBy resolvedAt noneNew unshelve search noneTitle noneWhy life shelve view kind chatter chatterTip byCause comma inLines announced',
};
