import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ScheduledTaskLive } from '../../../../contract/entities/tasks/scheduledTask.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { taskCalls } from '../../shared/tasks/calls.ts';
import { storageText } from '../../shared/tasks/offlineText.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  sum: { display: 'flex', alignItems: 'center', gap: '6px', margin: '8px 0 4px' },
  fault: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
  list: {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    '& > li': { padding: '3px 0', overflowWrap: 'anywhere' },
  },
  small: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** Largest number of terminals named. */
const named = 20;
/** Refresh interval, ms: the reasons of terminals may change while their number stays the same. */
const everyMs = 5_000;

/** Terminals that store a task for the time without a server, and those that would be silent then. */
export function OfflineCopies({ row }: { row: ScheduledTaskLive }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { kept } = row;
  const missing = kept === null ? 0 : kept.total - kept.synced;
  const { data } = useQuery({
    queryKey: ['scheduled_task', row.id, 'keeping', row.rev, kept?.synced, kept?.total],
    queryFn: () => taskCalls(api).keeping(row.id, named),
    enabled: missing > 0,
    refetchInterval: everyMs,
  });
  if (kept === null) return null;
  const more = (data?.total ?? 0) - (data?.rows.length ?? 0);
  return (
    <div data-testid="keeping">
      <div className={s.sum}>
        {missing > 0 && <FaultGlyph size={16} />}
        <span className={missing > 0 ? s.fault : undefined}>
          {missing > 0 ? t('offlineCache.missing', { missing }) : t('offlineCache.all')}
        </span>
      </div>
      {missing > 0 && (
        <ul className={s.list} aria-label={t('offlineCache.terminals')}>
          {data?.rows.map((one) => (
            <li key={one.terminal_id}>
              <ScreenLink screen="menu_device_management" search={{ id: String(one.terminal_id) }}>
                {one.name}
              </ScreenLink>
              <div className={s.small}>{storageText(one, t)}</div>
            </li>
          ))}
          {more > 0 && <li className={s.small}>{t('offlineCache.more', { count: more })}</li>}
        </ul>
      )}
    </div>
  );
}
