import { ArrowDownloadRegular, DeleteRegular, HeadphonesRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchResult } from '../../../../contract/api/envelope.ts';
import type { RecordFile } from '../../../../contract/entities/sound/recordFile.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { useDownload } from '../files/useDownload.ts';

/**
 * Actions on recordings. `onDelete` gets the rows before they are deleted; `onChanged` fetches the page
 * again.
 */
export function useRecordingActions(props: {
  onListen: (row: RecordFile) => void;
  onDelete: (ids: readonly number[]) => void;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const clock = useSiteClock();
  const download = useDownload('record_file');
  const batch = useBatch(
    {
      batch: (ids, action, more, options) =>
        api.post<BatchResult>('/v1/record_file/batch', { ids, action, ...more }, options),
    },
    props.onChanged,
  );
  const [going, setGoing] = useState<readonly RecordFile[] | null>(null);

  const actionsFor = (rows: readonly RecordFile[]): BatchAction[] => {
    const [first] = rows;
    const running = rows.some((row) => row.duration_ms === null) ? t('recording.stillRunning') : undefined;
    return [
      {
        key: 'listen',
        label: t('recording.listen'),
        icon: <HeadphonesRegular />,
        reads: true,
        disabled: (rows.length === 1 ? undefined : t('recording.onlyOne')) ?? running,
        onPress: () => {
          if (first !== undefined) props.onListen(first);
          return undefined;
        },
      },
      {
        key: 'download',
        label: t('common.download'),
        icon: <ArrowDownloadRegular />,
        reads: true,
        disabled: running,
        onPress: async () => {
          for (const row of rows) await download(row);
        },
      },
      {
        key: 'delete',
        label: t('common.delete'),
        icon: <DeleteRegular />,
        opens: true,
        disabled: (may('delete_record_file') ? undefined : t('kit.noRight')) ?? running,
        onPress: () => {
          setGoing(rows);
          return undefined;
        },
      },
    ];
  };

  return {
    actionsFor,
    outcome: batch.shown,
    dialog: going !== null && (
      <ConfirmDelete
        title={t('recording.deleteTitle', { count: going.length })}
        consequence={t('recording.deleteWhy')}
        items={going.map((row) => ({
          key: row.id,
          name: row.name,
          detail: formatTimestamp(row.createdAt, '', clock.timeZone()),
        }))}
        confirmLabel={t('recording.deleteItems', { count: going.length })}
        onConfirm={() => {
          props.onDelete(going.map((row) => row.id));
          return batch.run(t('common.delete'), 'delete', going);
        }}
        onClose={() => setGoing(null)}
      />
    ),
  };
}
