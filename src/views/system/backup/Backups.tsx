import { Button, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { tokens } from '../../theme/tokens.ts';
import { BackupForm } from './BackupForm.tsx';
import { BackupList } from './BackupList.tsx';
import { BackupNow } from './BackupNow.tsx';
import { useBackups } from './useBackups.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(320px, 420px) 1fr', height: '100%', minHeight: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minWidth: 0,
    minHeight: 0,
    overflowY: 'auto',
    padding: '16px 24px',
    boxSizing: 'border-box',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** Settings of scheduled backups, and the list of existing ones. */
export function Backups() {
  const s = useStyles();
  const { t } = useTranslation();
  const backups = useBackups();
  const { data, error } = backups.query;
  if (data === undefined)
    return error === null ? (
      <LoadingRows />
    ) : (
      <EmptyState
        title={t('backup.unknown')}
        hint={error.message}
        actions={<Button onClick={() => void backups.query.refetch()}>{t('common.retry')}</Button>}
      />
    );
  return (
    <div className={s.root}>
      <BackupForm stored={data.settings} onSave={backups.save} />
      <div className={s.list}>
        <BackupNow overview={data} onStart={backups.start} onSave={backups.save} />
        <BackupList
          overview={data}
          onTry={backups.startTrial}
          onDownload={backups.download}
          onDelete={backups.remove}
        />
      </div>
    </div>
  );
}
