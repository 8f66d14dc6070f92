import type { TFunction } from 'i18next';
import type { KeepingRow, KeepingView, KeptAt } from '../../../contract/entities/keeping.ts';
import type { DetailText } from '../kit/grid/cells.ts';

/** At how many terminals a task is held, amber when it is not at all of them. */
export function keptText(kept: KeptAt | null, t: TFunction): DetailText {
  if (kept === null) return { main: '', detail: '' };
  const text = `${kept.synced}/${kept.total}`;
  if (kept.synced === kept.total) return { main: '', detail: `${text} ${t('keeping.state.synced')}` };
  return { main: text, detail: '', fault: true };
}

/** Whether a terminal holds what it is to play without the server, and why not. */
export function keepingText({ state, trouble }: Pick<KeepingRow, 'state' | 'trouble'>, t: TFunction): string {
  const text = t(`keeping.state.${state}`);
  return trouble === null ? text : `${text}${t('devices.claimAnd')}${t(`keeping.trouble.${trouble}`)}`;
}

/** Of these states a person need do nothing. */
const fine = new Set<KeepingView['state']>(['synced', 'waiting']);

/** The cell of a terminal; empty where there is nothing for it to keep. */
export function keepingCell(keeping: KeepingView | null, t: TFunction): DetailText {
  if (keeping === null) return { main: '', detail: '' };
  const text = keepingText(keeping, t);
  return fine.has(keeping.state) ? { main: '', detail: text } : { main: text, detail: '', fault: true };
}
