import type { TFunction } from 'i18next';
import type { QuickCodeLive } from '../../../../contract/entities/tasks/quickCode.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import type { StatusName } from '../../kit/status/status.ts';

/** States of the counters, in their order. */
export const quickStates = ['code_running', 'ready', 'code_disabled'] as const;
export type QuickState = (typeof quickStates)[number] & StatusName;

export function quickState(row: Pick<QuickCodeLive, 'running' | 'activated'>): QuickState {
  if (row.running) return 'code_running';
  return row.activated ? 'ready' : 'code_disabled';
}

/** Looks up the names of a code's targets; undefined: not visible to the account. */
export interface QuickNames {
  task(id: number): string | undefined;
  zone(id: number): string | undefined;
  group(id: number): string | undefined;
  device(id: number): string | undefined;
  station(id: number): string | undefined;
  virtual(id: number): string | undefined;
}

/** Largest number of targets named in a row; further ones are counted. */
const NAMED = 3;

/** Describes the action of a code and its targets. */
export function doesText(row: QuickCodeLive, names: QuickNames, t: TFunction): DetailText {
  const known = (name: string | undefined, id: number) => name ?? `#${id}`;
  if (row.action === 'task') {
    const id = row.scheduled_task ?? 0;
    return { main: known(names.task(id), id), detail: t(`quickCode.agains.${row.again}`) };
  }
  if (row.action === 'call') {
    const main =
      row.virtual_caster === null
        ? known(names.station(row.station ?? 0), row.station ?? 0)
        : known(names.virtual(row.virtual_caster), row.virtual_caster);
    return { main, detail: row.virtual_caster === null ? '' : t('quickCode.virtual') };
  }
  const all = [
    ...row.orgs.map((id) => known(names.zone(id), id)),
    ...row.groups.map((id) => known(names.group(id), id)),
    ...row.devices.map((id) => known(names.device(id), id)),
  ];
  const more = all.length - NAMED;
  return {
    main: all.slice(0, NAMED).join(t('kit.listComma')),
    detail: more > 0 ? t('quickCode.more', { n: more }) : '',
  };
}

/** Last caller of a code and the result. */
export function lastText(row: Pick<QuickCodeLive, 'last_by' | 'last_outcome'>, t: TFunction): DetailText {
  const { last_outcome: outcome } = row;
  if (outcome === null) return { main: '', detail: '' };
  const worked = ['page', 'call', 'started', 'stopped'].includes(outcome);
  return {
    main: row.last_by === '' ? t('quickCode.byOther') : row.last_by,
    detail: t(`quickCode.outcome.${outcome}`),
    ...(worked ? {} : { fault: true }),
  };
}
