import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TaskLogSummary } from '../../../contract/entities/tasks/taskLog.ts';
import { useApp, usePermission, useSiteClock } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { FaultGlyph } from '../kit/status/Glyph.tsx';
import { useBarStyles } from './barStyles.ts';
import { lastMorning } from './sinceMorning.ts';

const log = 'menu_task_log';

/** Sentence about the runs since 06:00: how many, and whether all were heard; each figure links to its rows. */
export function SinceMorning() {
  return usePermission()('list_task_log') ? <Sentence /> : null;
}

function Sentence() {
  const s = useBarStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const clock = useSiteClock();
  const from = lastMorning(clock.now() / 1000, clock.timeZone());
  const { data } = useQuery({
    queryKey: ['rows', 'task', 'summary', from],
    queryFn: () => api.get<TaskLogSummary>('/v1/task_log/summary', { from }, { quiet: true }),
    refetchInterval: 60_000,
  });
  if (data === undefined) return null;
  const { runs, incomplete, missed, failed } = data;
  const abnormal = [
    [incomplete, 'incomplete', 'home.sinceIncomplete'],
    [missed, 'missed', 'home.sinceMissed'],
    [failed, 'failed', 'home.sinceFailed'],
  ] as const;
  const since = { from: String(from) };
  return (
    <span className={s.key} data-testid="since-morning">
      <ScreenLink screen={log} search={since}>
        {t(runs > 0 && incomplete + missed + failed === 0 ? 'home.sinceAll' : 'home.since', { runs })}
      </ScreenLink>
      {abnormal
        .filter(([count]) => count > 0)
        .map(([count, result, words]) => (
          <ScreenLink key={result} screen={log} search={{ ...since, result }}>
            <span className={s.fault}>
              <FaultGlyph />
              {t(words, { count })}
            </span>
          </ScreenLink>
        ))}
    </span>
  );
}
