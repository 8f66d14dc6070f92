import type { TFunction } from 'i18next';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import { type FaultLine, MOMENT_S } from '../../../streams/faultLines.ts';

/** Fields of a zone that its path needs. */
export interface PathZone {
  id: number;
  parent_id: number | null;
  name: string;
}

/** Path of known zones from the root to this one; without the root when the path is longer. */
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

/**
 * Place of the faults of a line: the path of their zone, or the number of zones and their common ancestor.
 */
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

/** Title of a line, such as `38 × No sound while playing: First school`. */
export function lineText(t: TFunction, line: FaultLine, zones: readonly PathZone[]): string {
  const n = line.faults.length;
  return t('faults.line', {
    n,
    what: t(`faults.kind.${line.kind}`),
    where: whereText(t, line.zones, zones),
  });
}

/** Common facts of a line: start, network or moment, number of chattering faults. */
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

/** Describes how a fault chatters; empty: it does not. */
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
