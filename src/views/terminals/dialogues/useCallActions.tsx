import { CallEndRegular, CallRegular } from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { CallDialog, type StationRow } from './CallDialog.tsx';
import { callOf } from './dialogueColumns.ts';

/** Actions on the calls of a selected station, and the dialog of one of them. */
export function useCallActions(): {
  actions: (rows: readonly StationRow[]) => BatchAction[];
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const may = usePermission();
  const [calling, setCalling] = useState<StationRow | null>(null);
  // Cells read calls while they are painted, and actions depend on them.
  const calls = useObservable(streams.call.rows$, []);
  const noRight = may('operate_dialogue') ? undefined : t('kit.noRight');
  const actions = (rows: readonly StationRow[]): BatchAction[] => {
    const [row] = rows;
    const one = rows.length === 1 ? undefined : t('kit.onlyOne');
    const call = row && callOf(row.id, calls);
    const state = row?.status?.state;
    const isInCall = call !== undefined || state === 'ringing' || state === 'paging';
    return [
      {
        key: 'call',
        label: t('dialogue.call'),
        icon: <CallRegular />,
        disabled: noRight ?? one ?? (row?.online === true ? undefined : t('dialogue.offline')),
        opens: true,
        onPress: async () => setCalling(row ?? null),
      },
      {
        key: 'hangup',
        label: t('dialogue.hangUp'),
        icon: <CallEndRegular />,
        disabled: noRight ?? one ?? (isInCall ? undefined : t('dialogue.noCall')),
        always: true,
        onPress: () => (row === undefined ? undefined : api.post(`/v1/${row.kind}/${row.id}/hang_up`)),
      },
    ];
  };
  const dialog = calling !== null && <CallDialog row={calling} onClose={() => setCalling(null)} />;
  return { actions, dialog };
}
