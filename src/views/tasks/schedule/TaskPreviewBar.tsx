import { Input, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { Meeting, TaskPreview } from '../../../../contract/entities/tasks/scheduledTask.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { clockLength } from '../../kit/time/lengths.ts';
import { AnswerAge } from '../../shared/targets/AnswerAge.tsx';
import { UnreachableList } from '../../shared/targets/UnreachableList.tsx';
import { type StillList, useStill } from '../../shared/targets/useStill.ts';
import { tokens } from '../../theme/tokens.ts';
import { runText } from './scheduleColumns.ts';
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

/** Number of next starts listed. */
const shownNext = 3;

/**
 * Preview of a task on a date before it is saved: its runs, conflicts with other tasks, and unreachable
 * terminals.
 */
export function TaskPreviewBar(props: {
  state: PreviewState;
  /** `YYYY-MM-DD`; empty: the day of the next run. */
  date: string;
  onDate: (date: string) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { shown: state, list } = useStill(props.state);
  return (
    <div className={s.root}>
      <span className={s.date}>
        <label htmlFor="preview-date">{t('schedule.dryRunOn')}</label>
        <Input
          id="preview-date"
          size="small"
          type="date"
          value={props.date}
          onChange={(_, data) => props.onDate(data.value)}
        />
      </span>
      <div
        className={s.text}
        role="status"
        aria-label={t('task.dryRun')}
        data-testid="task-preview"
        data-kind={state.kind}
      >
        {state.kind === 'incomplete' && <span>{t('schedule.previewIncomplete')}</span>}
        {state.kind === 'asking' && <span>{t('task.dryRunAsking')}</span>}
        {state.kind === 'refused' && (
          <span className={s.part}>
            <Glyph name="errorCircle" size={14} />
            {state.reason}
          </span>
        )}
        {state.kind === 'known' && (
          <>
            <Known run={state.run} list={list} />
            {state.old !== null && <AnswerAge at={state.old} />}
          </>
        )}
      </div>
    </div>
  );
}

/** Other tasks that the runs of a day meet, by kind; each once, with the terminals of its worst conflict. */
export function meetingsOf(runs: TaskPreview['runs'], kind: Meeting['kind']): Meeting[] {
  const worst = new Map<number, Meeting>();
  for (const meeting of runs.flatMap((run) => run.meets)) {
    if (meeting.kind !== kind) continue;
    const known = worst.get(meeting.task_id);
    if (known === undefined || known.terminals < meeting.terminals) worst.set(meeting.task_id, meeting);
  }
  return [...worst.values()].sort((a, b) => b.terminals - a.terminals);
}

function Known({ run, list }: { run: TaskPreview; list: StillList }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const zone = clock.timeZone();
  const time = (at: number) => formatTimestamp(at, '', zone).slice(11);
  const names = (list: readonly Meeting[]) =>
    list
      .map((one) => t('task.otherAt', { name: one.name, terminals: one.terminals }))
      .join(t('kit.listComma'));
  const preempts = meetingsOf(run.runs, 'preempts');
  const lost = meetingsOf(run.runs, 'preempted_by');
  const lowers = meetingsOf(run.runs, 'ducks');
  const isLowered = meetingsOf(run.runs, 'ducked_by');
  const heard = Math.max(0, run.targets - run.unreachable_count);
  return (
    <>
      {run.date === null ? (
        <span className={s.part}>
          <FaultGlyph />
          <span className={s.fault}>{t('schedule.noRuns')}</span>
        </span>
      ) : run.runs.length === 0 ? (
        <span className={s.part}>
          <Glyph name="subtractCircle" size={14} />
          {t('schedule.noRunsOn', { date: run.date })}
        </span>
      ) : (
        <span className={s.part}>
          <Glyph name="play" size={14} />
          <b>
            {run.date}{' '}
            {run.runs
              .map((one) => (one.end === null ? time(one.start) : `${time(one.start)}–${time(one.end)}`))
              .join(t('kit.listComma'))}
          </b>
          {run.run_ms !== null && t('task.wouldLast', { length: clockLength(run.run_ms) })}
        </span>
      )}
      <span>{t('schedule.wouldReach', { heard, targets: run.targets })}</span>
      {preempts.length > 0 && (
        <span className={s.part}>
          <Glyph name="bars" size={14} />
          {t('task.wouldPreempt', { tasks: names(preempts) })}
        </span>
      )}
      {lowers.length > 0 && (
        <span className={s.part}>
          <Glyph name="bars" size={14} />
          {t('task.wouldDuck', { tasks: names(lowers) })}
        </span>
      )}
      {isLowered.length > 0 && (
        <span className={s.part}>
          <Glyph name="bars" size={14} />
          {t('task.wouldBeDucked', { tasks: names(isLowered) })}
        </span>
      )}
      {lost.length > 0 && (
        <span className={s.part}>
          <FaultGlyph />
          <span className={s.fault}>{t('schedule.wouldLose', { tasks: names(lost) })}</span>
        </span>
      )}
      {run.unreachable_count > 0 && (
        <UnreachableList count={run.unreachable_count} list={run.unreachable} still={list} />
      )}
      {run.next.length > 0 && (
        <span>
          {t('schedule.nextAre', {
            times: run.next
              .slice(0, shownNext)
              .map((at) => runText(at, zone, t))
              .join(t('kit.listComma')),
          })}
        </span>
      )}
    </>
  );
}
