import { PlayRegular } from '@fluentui/react-icons';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../app/AppContext.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { StartTaskDialog } from '../../shared/startTask/StartTaskDialog.tsx';

/**
 * Action "Play at…" for one selected row of a library: opens the dialog that starts a task with it.
 * `presetOf`: the row as a source.
 */
export function usePlayNow<Row>(presetOf: (row: Row) => ComponentProps<typeof StartTaskDialog>['preset']) {
  const { t } = useTranslation();
  const may = usePermission();
  const [played, setPlayed] = useState<Row | null>(null);
  /** `reason`: why this row cannot be played. */
  const action = (rows: readonly Row[], reason?: string): BatchAction => ({
    key: 'play',
    label: t('file.playAt'),
    icon: <PlayRegular />,
    opens: true,
    disabled:
      (may('operate_real_time_task') ? undefined : t('kit.noRight')) ??
      (rows.length === 1 ? undefined : t('kit.onlyOne')) ??
      reason,
    onPress: () => {
      setPlayed(rows[0] ?? null);
      return undefined;
    },
  });
  const dialog = played !== null && (
    <StartTaskDialog open preset={presetOf(played)} onClose={() => setPlayed(null)} />
  );
  return { action, dialog };
}
