import { MegaphoneLoudRegular } from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../app/AppContext.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import type { DialogueRow } from './dialogueColumns.ts';
import { PhonePageDialog } from './PhonePageDialog.tsx';

/** Action that rings a phone so that its user speaks to zones, and its dialog; none without a selected phone. */
export function usePhonePaging(): {
  actions: (rows: readonly DialogueRow[]) => BatchAction[];
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const may = usePermission();
  const [paging, setPaging] = useState<DialogueRow | null>(null);
  const noRight = may('operate_dialogue') && may('caster_broadcast') ? undefined : t('kit.noRight');
  const actions = (rows: readonly DialogueRow[]): BatchAction[] => {
    const [row] = rows;
    if (row === undefined || rows.every(({ phone }) => phone === null)) return [];
    const one = rows.length === 1 ? undefined : t('kit.onlyOne');
    const state = row.status?.state ?? 'idle';
    const isFree = row.online ? state === 'idle' : undefined;
    const reason = isFree === undefined ? t('dialogue.offline') : isFree ? undefined : t('dialogue.busy');
    return [
      {
        key: 'page',
        label: t('dialogue.page'),
        icon: <MegaphoneLoudRegular />,
        disabled: noRight ?? one ?? reason,
        opens: true,
        onPress: async () => setPaging(row),
      },
    ];
  };
  return {
    actions,
    dialog: paging !== null && <PhonePageDialog row={paging} onClose={() => setPaging(null)} />,
  };
}
