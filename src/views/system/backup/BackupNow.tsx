import { makeStyles } from '@fluentui/react-components';
import { ArchiveRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type {
  BackupFailure,
  BackupOverview,
  BackupSettingsPatch,
} from '../../../../contract/entities/site/backup.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { sizeText } from '../../shared/media/sizes.ts';
import { tokens } from '../../theme/tokens.ts';
import { useBusyReason } from './useBusyReason.ts';

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 24px', minHeight: '32px' },
  facts: { flexGrow: 1, display: 'flex', flexWrap: 'wrap', gap: '4px 24px', margin: 0 },
  fact: {
    display: 'flex',
    gap: '8px',
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0 },
  },
  notes: { display: 'flex', flexDirection: 'column', gap: '8px', ':empty': { display: 'none' } },
  note: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' },
  more: { color: tokens.colorNeutralForeground2 },
});

/** Shows when the next backup is due, the backup in progress, and the last error. */
export function BackupNow(props: {
  overview: BackupOverview;
  onStart: () => Promise<unknown>;
  onSave: (changed: BackupSettingsPatch) => Promise<unknown>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { job, settings, next_at, free_bytes, place_reason, failure, trial_failure } = props.overview;
  const busy = useBusyReason(props.overview);
  const time = (at: number) => formatTimestamp(at, t('common.none'), clock.timeZone());
  const failed = (key: string, { at, reason, need_mb, free_mb }: BackupFailure) => (
    <div className={s.note}>
      <StatusText tone="fault" glyph="warning" text={t(key, { time: time(at), reason })} />
      {need_mb > 0 && (
        <span className={s.more}>{t('backup.spaceNeeded', { need: need_mb, free: free_mb })}</span>
      )}
    </div>
  );
  return (
    <section aria-label={t('backup.title')}>
      <div className={s.head}>
        <dl className={s.facts}>
          <div className={s.fact}>
            <dt>{t('backup.next')}</dt>
            <dd>{next_at === null ? t('backup.nextOff') : time(next_at)}</dd>
          </div>
          {free_bytes !== null && (
            <div className={s.fact}>
              <dt>{t('backup.free')}</dt>
              <dd>{sizeText(free_bytes)}</dd>
            </div>
          )}
        </dl>
        <BusyButton icon={<ArchiveRegular />} reason={busy} onPress={props.onStart}>
          {t('backup.now')}
        </BusyButton>
      </div>
      <div className={s.notes} role="status">
        {job !== null && (
          <div className={s.note}>
            <StatusText
              tone="strong"
              glyph={job.stage === 'waiting' ? 'clock' : 'dataPie'}
              text={t(`backup.job.${job.kind}`, { name: job.name })}
            />
            <span className={s.more}>{t(`backup.stage.${job.stage}`)}</span>
            {job.stage === 'writing' && job.total_bytes > 0 && (
              <span className={s.more}>
                {t('backup.progress', { done: sizeText(job.done_bytes), total: sizeText(job.total_bytes) })}
              </span>
            )}
          </div>
        )}
        {place_reason !== null && (
          <div className={s.note}>
            <StatusText
              tone="fault"
              glyph="warning"
              text={`${settings.folder}: ${t(`backup.reason.${place_reason}`)}`}
            />
            <BusyButton size="small" onPress={() => props.onSave({ folder: settings.folder })}>
              {t('backup.again')}
            </BusyButton>
          </div>
        )}
        {failure !== null && failed('backup.lastFailed', failure)}
        {trial_failure !== null && failed('backup.lastTrialFailed', trial_failure)}
      </div>
    </section>
  );
}
