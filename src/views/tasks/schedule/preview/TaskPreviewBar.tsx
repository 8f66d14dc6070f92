import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { Meeting, TaskPreview } from '../../../../../contract/entities/tasks/scheduledTask.ts';
import { formatTimestamp } from '../../../../../contract/format.ts';
import { isDate } from '../../../../../contract/schedule/calendar.ts';
import { useSiteClock } from '../../../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../../../kit/status/Glyph.tsx';
import { DayInput } from '../../../kit/time/DayInput.tsx';
import { durationText } from '../../../kit/time/lengths.ts';
import { Answer } from '../../../shared/targets/Answer.tsx';
import { UnreachableList } from '../../../shared/targets/UnreachableList.tsx';
import type { StillList } from '../../../shared/targets/useStill.ts';
import { tokens } from '../../../theme/tokens.ts';
import { runText } from '../scheduleColumns.ts';
import { previewSentences } from './previewSentences.ts';
import type { PreviewState } from './useTaskPreview.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'flex-start', gap: '16px', flexGrow: 1, minWidth: 0 },
  date: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    '& > label': { whiteSpace: 'nowrap' },
  },
  text: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '16px',
    rowGap: '2px',
    minHeight: '32px',
    minWidth: 0,
    maxHeight: '84px',
    overflowY: 'auto',
    color: tokens.colorNeutralForeground2,
    '& b': { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  },
  part: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0 },
  fault: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
});

/**
 * Preview of a task on a date before it is saved: its runs, conflicts with other tasks, and unreachable
 * terminals.
 */
export function TaskPreviewBar(props: {
  state: PreviewState;
  /** `YYYY-MM-DD`; empty: the day of the next run. */
  date: string;
  onDate: (date: string) => void;
  /** Policy of its runs at busy terminals; null: they go by their rank. */
  policy: string | null;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <div className={s.root}>
      <span className={s.date}>
        <label htmlFor="preview-date">{t('schedule.dryRunOn')}</label>
        <DayInput
          id="preview-date"
          size="small"
          value={props.date}
          onChange={(date) => (date === '' || isDate(date)) && props.onDate(date)}
        />
      </span>
      <Answer
        state={props.state}
        testId="task-preview"
        label={t('task.dryRun')}
        className={s.text}
        incomplete={t('schedule.previewIncomplete')}
        loading={t('task.dryRunChecking')}
      >
        {(run, age, list) => (
          <>
            <Known run={run} list={list} />
            {props.policy !== null && (
              <span className={s.part}>
                <Glyph name="clock" size={14} />
                {t('queue.ifBusy', { policy: props.policy })}
              </span>
            )}
            {age}
          </>
        )}
      </Answer>
    </div>
  );
}

function Known({ run, list }: { run: TaskPreview; list: StillList }) {
  const s = useStyles();
  const { t } = useTranslation();
  const zone = useSiteClock().timeZone();
  const comma = t('kit.listComma');
  const time = (at: number) => formatTimestamp(at, '', zone).slice(11);
  const sentences = previewSentences(run);
  const last = sentences.find((one) => one.key === 'task.wouldLast');
  const names = (list: readonly Meeting[]) =>
    list.map((one) => t('task.otherAt', { name: one.name, terminals: one.terminals })).join(comma);
  const fault = (key: string, text: string) => (
    <span key={key} className={s.part}>
      <FaultGlyph />
      <span className={s.fault}>{text}</span>
    </span>
  );
  return sentences.map((one) => {
    switch (one.key) {
      case 'schedule.noRuns':
        return fault(one.key, t(one.key));
      case 'schedule.noRunsOn':
        return (
          <span key={one.key} className={s.part}>
            <Glyph name="subtractCircle" size={14} />
            {t(one.key, { date: one.date })}
          </span>
        );
      case 'runs':
        return (
          <span key={one.key} className={s.part}>
            <Glyph name="play" size={14} />
            <b>
              {one.date}{' '}
              {one.runs
                .map(({ start, end }) => (end === null ? time(start) : `${time(start)}–${time(end)}`))
                .join(comma)}
            </b>
            {last !== undefined && t(last.key, { length: durationText(t, last.ms) })}
          </span>
        );
      case 'task.wouldLast':
        return null;
      case 'schedule.wouldReach':
        return <span key={one.key}>{t(one.key, { heard: one.heard, targets: one.targets })}</span>;
      case 'schedule.wouldLose':
        return fault(one.key, t(one.key, { tasks: names(one.others) }));
      case 'task.cannotReach':
        return <UnreachableList key={one.key} run={run} still={list} />;
      case 'schedule.nextAre':
        return (
          <span key={one.key}>
            {t(one.key, { times: one.times.map((at) => runText(at, zone, t)).join(comma) })}
          </span>
        );
      default:
        return (
          <span key={one.key} className={s.part}>
            <Glyph name="bars" size={14} />
            {t(one.key, { tasks: names(one.others) })}
          </span>
        );
    }
  });
}
