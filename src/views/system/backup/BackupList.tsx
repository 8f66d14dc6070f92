import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArchiveRegular, DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupOverview, BackupRow } from '../../../../contract/entities/site/backup.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { useHeldRows } from '../../kit/rows/useHeldRows.ts';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { sizeText } from '../../shared/media/sizes.ts';
import { tokens } from '../../theme/tokens.ts';
import { useBusyReason } from './useBusyReason.ts';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& td, & th': {
      padding: '6px 12px 6px 0',
      textAlign: 'left',
      verticalAlign: 'middle',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    '& th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  },
  number: { textAlign: 'right !important' as 'right', whiteSpace: 'nowrap' },
  moment: { whiteSpace: 'nowrap' },
  file: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  noButtons: { visibility: 'hidden' },
  gone: { textDecorationLine: 'line-through' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});

const trialLook = {
  none: { tone: 'grey', glyph: 'circle' },
  worked: { tone: 'strong', glyph: 'checkmark' },
  failed: { tone: 'fault', glyph: 'warning' },
} as const;

const nameOf = ({ name }: BackupRow) => name;

/** Lists the backups in the folder, newest first, with the actions on each. */
export function BackupList(props: {
  overview: BackupOverview;
  onTry: (name: string) => Promise<unknown>;
  onDownload: (name: string) => Promise<unknown>;
  onDelete: (name: string) => Promise<unknown>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const [selected, setSelected] = useState<BackupRow | null>(null);
  const busy = useBusyReason(props.overview);
  const { rows, job } = props.overview;
  // The list is read again at intervals: a new backup must not move the buttons.
  const held = useHeldRows(rows, nameOf);
  const time = (at: number) => formatTimestamp(at, t('common.none'), clock.timeZone());
  if (held.rows.length === 0)
    return <EmptyState icon={<ArchiveRegular />} title={t('backup.none')} hint={t('backup.noneWhy')} />;
  return (
    <>
      <table className={s.table} aria-label={t('backup.list')}>
        <thead>
          <tr>
            <th scope="col">{t('backup.made')}</th>
            <th scope="col" className={s.number}>
              {t('backup.size')}
            </th>
            <th scope="col">{t('backup.state')}</th>
            <th scope="col">{t('backup.trial')}</th>
            <td />
          </tr>
        </thead>
        <tbody {...held.props}>
          {held.rows.map(({ row, isGone }) => (
            <tr key={row.name} className={isGone ? s.gone : undefined}>
              <th scope="row" className={s.moment}>
                <div>{time(row.made_at)}</div>
                <div className={s.file}>{row.name}</div>
              </th>
              <td className={s.number}>{sizeText(row.size)}</td>
              <td>
                <StatusText
                  tone={row.verified ? 'strong' : 'grey'}
                  glyph={row.verified ? 'checkmark' : 'circle'}
                  text={t(row.verified ? 'backup.verified' : 'backup.unverified')}
                />
              </td>
              <td>
                <StatusText {...trialLook[row.trial]} text={trialText(row)} />
              </td>
              <td>
                <div className={mergeClasses(s.buttons, isGone && s.noButtons)}>
                  <BusyButton
                    size="small"
                    reason={busy}
                    title={t('backup.tryOutHint')}
                    onPress={() => props.onTry(row.name)}
                  >
                    {t('backup.tryOut')}
                  </BusyButton>
                  <BusyButton
                    size="small"
                    aria-label={`${t('common.download')} ${row.name}`}
                    reads
                    title={downloadHint(row)}
                    onPress={() => props.onDownload(row.name)}
                  >
                    {t('common.download')}
                  </BusyButton>
                  <Button
                    size="small"
                    appearance="subtle"
                    icon={<DeleteRegular />}
                    disabled={job?.name === row.name}
                    aria-label={`${t('common.delete')} ${row.name}`}
                    title={t('common.delete')}
                    onClick={() => setSelected(row)}
                  />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {selected !== null && (
        <ConfirmDelete
          title={t('backup.deleteTitle')}
          consequence={t('backup.deleteWhy')}
          items={[{ key: selected.name, name: selected.name, detail: sizeText(selected.size) }]}
          confirmLabel={t('common.delete')}
          onConfirm={() => props.onDelete(selected.name)}
          onClose={() => setSelected(null)}
        />
      )}
    </>
  );

  function downloadHint({ sha256 }: BackupRow): string {
    const hint = t('backup.downloadHint');
    return `${hint} ${sha256 === null ? t('backup.noDigest') : `SHA-256: ${sha256}`}`;
  }
  function trialText({ trial, tried_at }: BackupRow): string {
    const outcome = t(`backup.trials.${trial}`);
    return tried_at === null ? outcome : t('backup.triedAt', { outcome, time: time(tried_at) });
  }
}
