import type { TFunction } from 'i18next';
import { onlineState } from '../../../../contract/codes.ts';
import { ttsAuthorizationOf } from '../../../../contract/workflow.ts';
import type { KindRow } from '../../../streams/kind.ts';
import type { DetailText } from '../../kit/grid/cells.ts';

export type XttsRow = KindRow<'xtts'>;

/** Authorization state: opened or not opened, online or offline. */
export function authorizationText(row: Pick<XttsRow, 'licenses' | 'online'>, t: TFunction): DetailText {
  const state = ttsAuthorizationOf(row.licenses);
  const online = row.online ? onlineState.online : onlineState.offline;
  return { main: t(`codes.ttsAuthorization.${state}`), detail: t(`codes.onlineState.${online}`) };
}
