import { PlayRegular, StopRegular } from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageText } from '../../../../contract/api/errors.ts';
import { audioSource } from '../../../../contract/codes.ts';
import type { LinkageTaskLive } from '../../../../contract/entities/tasks/linkageTask.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { LinkagePlayDialog } from './LinkagePlayDialog.tsx';

const soundless: readonly number[] = [audioSource.none, audioSource.controlTask];

/** Actions that play a linkage task by hand outside an alarm, and stop it, with their dialog. */
export function useLinkagePlay(): {
  actions: (rows: readonly LinkageTaskLive[]) => BatchAction[];
  dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const { api } = useApp();
  const language = useLanguage();
  const may = usePermission()('operate_linkage_task');
  const [playing, setPlaying] = useState<LinkageTaskLive>();
  const refusal = (rows: readonly LinkageTaskLive[]) =>
    may ? (rows.length > 1 ? t('kit.onlyOne') : undefined) : t('kit.noRight');
  const actions = (rows: readonly LinkageTaskLive[]): BatchAction[] => {
    const [row] = rows;
    const isSilent = row !== undefined && soundless.includes(row.audio_source);
    return [
      {
        key: 'play',
        label: t('linkage.play'),
        icon: <PlayRegular />,
        disabled: refusal(rows) ?? (isSilent ? messageText('alarm.byHandSoundOnly', language) : undefined),
        opens: true,
        onPress: async () => setPlaying(row),
      },
      {
        key: 'stop',
        label: t('linkage.stop'),
        icon: <StopRegular />,
        disabled:
          refusal(rows) ??
          (row?.by_hand === true
            ? undefined
            : messageText('alarm.notByHand', language, { name: row?.name ?? '' })),
        always: true,
        onPress: async () => row && (await api.post(`/v1/linkage_task/${row.id}/stop`, {})),
      },
    ];
  };
  return {
    actions,
    dialogs: playing !== undefined && (
      <LinkagePlayDialog task={playing} onClose={() => setPlaying(undefined)} />
    ),
  };
}
