import type { TFunction } from 'i18next';
import type { Fault } from '../../../contract/entities/fault.ts';
import { type FaultLine, MOMENT_S } from '../../streams/faultLines.ts';

/** A zone as far as its path needs it. */
export interface PathZone {
  id: number;
  parent_id: number | null;
  name: string;
}

/** The zones from the top down to this one, as far as they are known; without the top when there is more. */
function pathOf(zones: ReadonlyMap<number, PathZone>, id: number): PathZone[] {
  const path: PathZone[] = [];
  for (let zone = zones.get(id); zone !== undefined && !path.includes(zone); ) {
    path.unshift(zone);
    zone = zone.parent_id === null ? undefined : zones.get(zone.parent_id);
  }
  return path;
}
const named = (path: readonly PathZone[]) =>
  (path.length > 1 && path[0]?.parent_id === null ? path.slice(1) : path).map(({ name }) => name).join(' / ');

/** Where the faults of a line are: the path of their zone, or how many zones and what these have in common. */
export function whereText(t: TFunction, ids: readonly (number | null)[], zones: readonly PathZone[]): string {
  const byId = new Map(zones.map((zone) => [zone.id, zone]));
  const [first = null] = ids;
  if (ids.length === 1) return first === null ? t('faults.site') : named(pathOf(byId, first)) || `#${first}`;
  if (ids.includes(null)) return t('faults.siteAndZones');
  const paths = ids.map((id) => pathOf(byId, id ?? 0));
  const shared = (paths[0] ?? []).filter((zone, i) => paths.every((path) => path[i] === zone));
  const n = ids.length;
  return shared.length < 2 ? t('faults.zonesN', { n }) : t('faults.zonesIn', { n, where: named(shared) });
}

/** The line in words: `38 × No sound while playing: First school`. */
export function lineText(t: TFunction, line: FaultLine, zones: readonly PathZone[]): string {
  const n = line.faults.length;
  return t('faults.line', {
    n,
    what: t(`faults.kind.${line.kind}`),
    where: whereText(t, line.zones, zones),
  });
}

/** What its faults have in common: since when, network or moment, how many of them chatter. */
export function lineDetail(t: TFunction, line: FaultLine, time: (at: number) => string): string {
  const { since, latest, subnet } = line;
  const isMoment = latest - since <= MOMENT_S;
  const isOver = line.faults.every(({ state }) => state === 'resolved');
  const began = isOver ? 'faults.lineAt' : 'faults.lineSince';
  const chattering = line.faults.filter(({ chatter, state }) => chatter > 0 && state !== 'resolved').length;
  return [
    isMoment
      ? t(began, { time: time(since) })
      : t('faults.lineSpan', { time: time(since), latest: time(latest) }),
    subnet === '' ? '' : t('faults.lineSubnet', { subnet }),
    isMoment && subnet === '' && line.zones.length > 1 ? t('faults.lineMoment') : '',
    chattering === 0 ? '' : t('faults.lineChatter', { n: chattering }),
  ]
    .filter((part) => part !== '')
    .join(t('faults.comma'));
}

/** How a fault chatters; empty: it does not. */
export function chatterText(
  t: TFunction,
  { chatter, cleared_at, state }: Pick<Fault, 'chatter' | 'cleared_at' | 'state'>,
  time: (at: number) => string,
): string {
  if (chatter === 0) return '';
  const times = t('faults.chattering', { n: chatter });
  if (cleared_at === null || state === 'resolved') return times;
  return `${times}${t('faults.comma')}${t('faults.away', { time: time(cleared_at) })}`;
}
