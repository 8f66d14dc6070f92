import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { TaskDryRun } from '../../../../contract/entities/tasks/broadcast.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import { tokens } from '../../theme/tokens.ts';
import { outcomeText } from '../queue/outcomeSentences.ts';
import { Answer } from '../targets/Answer.tsx';
import { airSentences } from '../targets/airSentences.ts';
import { UnreachableList } from '../targets/UnreachableList.tsx';
import type { StillList } from '../targets/useStill.ts';
import type { DryRunState } from './useDryRun.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: '16px',
    rowGap: '4px',
    minHeight: '32px',
    flexGrow: 1,
    minWidth: 0,
    color: tokens.colorNeutralForeground2,
    '& b': { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  },
  part: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0 },
});

/**
 * Shows the dry run of a task: where it would sound, which broadcasts it would pre-empt, and which terminals
 * are unreachable and why.
 */
export function DryRun(props: { state: DryRunState }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <Answer
      state={props.state}
      testId="dry-run"
      label={t('task.dryRun')}
      className={s.root}
      incomplete={t('task.dryRunIncomplete')}
      loading={t('task.dryRunChecking')}
    >
      {(run, age, list) => (
        <>
          <Known run={run} list={list} />
          {age}
        </>
      )}
    </Answer>
  );
}

function Known({ run, list }: { run: TaskDryRun; list: StillList }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const others = (list: TaskDryRun['preempts']) =>
    list
      .map((one) => t('task.otherAt', { name: one.name, terminals: one.terminals }))
      .join(t('kit.listComma'));
  const sentences = airSentences(run);
  const last = sentences.find((one) => one.key === 'task.wouldLast');
  return sentences.map((one) => {
    switch (one.key) {
      case 'task.wouldSound':
        return (
          <span key={one.key} className={s.part}>
            <Glyph name="play" size={14} />
            <b>{t(one.key, { sounding: one.sounding, targets: one.targets })}</b>
            {last !== undefined && t(last.key, { length: durationText(t, last.ms) })}
          </span>
        );
      case 'task.wouldLast':
        return null;
      case 'task.wouldBeSent':
        return (
          <span key={one.key} className={s.part}>
            <Glyph name="playCircle" size={14} />
            {t(one.key, { terminals: one.terminals })}
          </span>
        );
      case 'task.wouldWaitFor':
        return (
          <span key={one.key} className={s.part}>
            <Glyph name="clock" size={14} />
            {t(one.key, { loudspeakers: one.loudspeakers, most: one.most })}
          </span>
        );
      case 'task.cannotReach':
        return <UnreachableList key={one.key} run={run} still={list} />;
      case 'queue.wouldWait':
      case 'queue.wouldBeRefused':
      case 'queue.wouldLeaveOut':
        return (
          <span key={one.key} className={s.part} data-testid="would-meet">
            <Glyph name={one.key === 'queue.wouldWait' ? 'clock' : 'subtractCircle'} size={14} />
            {outcomeText(t, one, clock.now())}
          </span>
        );
      default:
        return (
          <span key={one.key} className={s.part}>
            <Glyph name={one.key === 'task.wouldWait' ? 'clock' : 'bars'} size={14} />
            {t(one.key, { tasks: others(one.others) })}
          </span>
        );
    }
  });
}
