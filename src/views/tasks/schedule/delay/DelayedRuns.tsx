import { Checkbox, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { DelayPreview } from '../../../../../contract/entities/tasks/taskDelay.ts';
import { formatTimestamp } from '../../../../../contract/format.ts';
import { useSiteClock } from '../../../app/AppContext.tsx';
import { FaultGlyph } from '../../../kit/status/Glyph.tsx';
import { shortTime } from '../../../shared/tasks/taskStatus.ts';
import { tokens } from '../../../theme/tokens.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyle: 'none' },
  run: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  name: { minWidth: 0, marginRight: 'auto' },
  times: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  now: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  fault: { display: 'flex', alignItems: 'center', gap: '4px', color: tokens.tocsinFaultText },
  none: { padding: '8px 0' },
});

/** Runs of today that would be delayed, each with its times before and after; unticked ones stay. */
export function DelayedRuns(props: {
  preview: DelayPreview;
  /** Tasks that stay as they are. */
  left: ReadonlySet<number>;
  onLeft: (task: number, isLeft: boolean) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const zone = useSiteClock().timeZone();
  const { runs, partly, date } = props.preview;
  const time = (at: number) => {
    const text = formatTimestamp(at, '', zone);
    const clock = shortTime(text.slice(11));
    return text.startsWith(date) ? clock : `${text.slice(0, 10)} ${clock}`;
  };
  return (
    <>
      {runs.length === 0 && <div className={s.none}>{t('delay.noRuns')}</div>}
      <ul className={s.list} aria-label={t('delay.runs')}>
        {runs.map((run) => (
          <li key={run.task_id} className={s.run}>
            <Checkbox
              className={s.name}
              checked={!props.left.has(run.task_id)}
              onChange={(_, data) => props.onLeft(run.task_id, data.checked !== true)}
              label={run.name}
            />
            <span className={s.times}>{time(run.from)} → </span>
            {run.to === null ? (
              <span className={s.fault}>
                <FaultGlyph />
                {t('delay.over')}
              </span>
            ) : (
              <span className={`${s.times} ${s.now}`}>{time(run.to)}</span>
            )}
          </li>
        ))}
      </ul>
      {partly.length > 0 && (
        <div className={s.none}>
          {t('delay.partly', { tasks: partly.map((one) => one.name).join(t('kit.listComma')) })}
        </div>
      )}
    </>
  );
}
