import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { TaskDryRun } from '../../../../contract/entities/tasks/broadcast.ts';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { clockLength } from '../../kit/time/lengths.ts';
import { tokens } from '../../theme/tokens.ts';
import { AnswerAge } from '../targets/AnswerAge.tsx';
import { airSentences } from '../targets/airSentences.ts';
import { UnreachableList } from '../targets/UnreachableList.tsx';
import { type StillList, useStill } from '../targets/useStill.ts';
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
  const { shown: state, list } = useStill(props.state);
  return (
    <div
      className={s.root}
      role="status"
      aria-label={t('task.dryRun')}
      data-testid="dry-run"
      data-kind={state.kind}
    >
      {state.kind === 'incomplete' && <span>{t('task.dryRunIncomplete')}</span>}
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
  );
}

function Known({ run, list }: { run: TaskDryRun; list: StillList }) {
  const s = useStyles();
  const { t } = useTranslation();
  const others = (list: TaskDryRun['preempts']) =>
    list
      .map((one) => t('task.otherAt', { name: one.name, terminals: one.terminals }))
      .join(t('kit.listComma'));
  const said = airSentences(run);
  const last = said.find((one) => one.key === 'task.wouldLast');
  return said.map((one) => {
    switch (one.key) {
      case 'task.wouldSound':
        return (
          <span key={one.key} className={s.part}>
            <Glyph name="play" size={14} />
            <b>{t(one.key, { sounding: one.sounding, targets: one.targets })}</b>
            {last !== undefined && t(last.key, { length: clockLength(last.ms) })}
          </span>
        );
      case 'task.wouldLast':
        return null;
      case 'task.cannotReach':
        return <UnreachableList key={one.key} count={one.terminals} list={run.unreachable} still={list} />;
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
