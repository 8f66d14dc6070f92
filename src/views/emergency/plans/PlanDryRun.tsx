import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlarmPlanDryRun } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { userNames } from '../../kit/rows/userNames.ts';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import type { GlyphName } from '../../kit/status/glyphs.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { dryRunSentences } from '../../shared/alarms/sentences.ts';
import { Answer } from '../../shared/targets/Answer.tsx';
import { UnreachableList } from '../../shared/targets/UnreachableList.tsx';
import type { StillList } from '../../shared/targets/useStill.ts';
import { tokens } from '../../theme/tokens.ts';
import { timeText } from './timeText.ts';
import type { PlanDryRunState } from './usePlanDryRun.ts';

const useStyles = makeStyles({
  root: { minHeight: '96px' },
  note: { margin: '8px 0', color: tokens.colorNeutralForeground3 },
  headline: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '16px',
    margin: '8px 0 4px',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  bar: { display: 'flex', gap: '2px', height: '8px', margin: '0 0 12px' },
  sounds: { backgroundColor: tokens.colorNeutralForeground1 },
  lost: {
    minWidth: '4px',
    backgroundColor: tokens.tocsinFaultSolid,
    border: `1px solid ${tokens.tocsinFaultEdge}`,
    boxSizing: 'border-box',
  },
  list: { margin: 0, padding: 0, listStyle: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    padding: '6px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  step: {
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr) auto',
    columnGap: '8px',
    padding: '4px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/**
 * Shows the dry run of a plan started now: which terminals would sound and when, and which obstacles there
 * are.
 */
export function PlanDryRun(props: { state: PlanDryRunState }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <Answer
      state={props.state}
      testId="plan-dry-run"
      label={t('task.dryRun')}
      className={s.root}
      incomplete={<p className={s.note}>{t('alarmPlan.dryRunIncomplete')}</p>}
      loading={<p className={s.note}>{t('task.dryRunChecking')}</p>}
    >
      {(run, age, list) => <Known run={run} age={age} list={list} />}
    </Answer>
  );
}

function Known({ run, age, list }: { run: AlarmPlanDryRun; age: ReactNode; list: StillList }) {
  const s = useStyles();
  const { t } = useTranslation();
  const comma = t('kit.listComma');
  const reached = run.targets - run.unreachable_count;
  const lost = run.unreachable_count - run.unreachable_behind;
  const shownKeys = new Set(dryRunSentences(run).map(({ key }) => key));
  const unready = [
    ...new Set(
      run.steps.flatMap((step) => step.tasks.filter((task) => !task.ready).map((task) => task.name)),
    ),
  ];
  const at = (list: readonly { name: string; terminals: number }[]) =>
    list.map((one) => t('task.otherAt', { name: one.name, terminals: one.terminals })).join(comma);
  const outranking = userNames(
    run.outranked_by.map((one) => at([one])),
    run.outranked_elsewhere,
    t,
  ).join(comma);
  const item = (key: string, glyph: GlyphName | 'fault', what: ReactNode) => (
    <li key={key} className={s.item}>
      {glyph === 'fault' ? <FaultGlyph /> : <Glyph name={glyph} size={14} />}
      <div>{what}</div>
    </li>
  );
  return (
    <>
      <div className={s.headline}>
        {t('alarmPlan.wouldSound', {
          n: reached.toLocaleString('en-US'),
          of: run.targets.toLocaleString('en-US'),
        })}
        {age}
      </div>
      <div className={s.bar} aria-hidden="true">
        <div className={s.sounds} style={{ flexGrow: reached }} />
        {lost > 0 && <div className={s.lost} style={{ flexGrow: lost }} />}
        {run.unreachable_behind > 0 && <div style={{ flexGrow: run.unreachable_behind }} />}
      </div>
      <ul className={s.list}>
        {shownKeys.has('alarmPlan.byHandToo') &&
          item('byHand', 'play', t('alarmPlan.byHandToo', { n: run.by_hand }))}
        {shownKeys.has('alarmPlan.nowhere') && item('nowhere', 'fault', t('alarmPlan.nowhere'))}
        {shownKeys.has('alarmPlan.unready') &&
          item('unready', 'fault', t('alarmPlan.unready', { names: unready.join(comma) }))}
        {run.unreachable_count > 0 && (
          <li className={s.item}>
            <span />
            <UnreachableList run={run} still={list} />
          </li>
        )}
        {run.preempts.length > 0 &&
          item('preempts', 'bars', t('task.wouldPreempt', { tasks: at(run.preempts) }))}
        {shownKeys.has('alarmPlan.outrankedBy') &&
          item('outranked', 'fault', t('alarmPlan.outrankedBy', { plans: outranking }))}
        {age === null &&
          shownKeys.has('alarmPlan.nothingInTheWay') &&
          item('fine', 'checkmark', t('alarmPlan.nothingInTheWay'))}
      </ul>
      {run.steps.map((step, index) =>
        step.tasks.map((task) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <div key={`${index}/${task.linkage_task_id}`} className={s.step}>
            <span>{timeText(step.at_s === null ? null : step.at_s + run.delay_s, t)}</span>
            <span>
              {task.name}
              {task.round_ms !== null && (
                <span className={s.detail}>
                  {' '}
                  {t('alarmPlan.round', { length: durationText(t, task.round_ms) })}
                </span>
              )}
            </span>
            <span>{t('alarmPlan.atTerminals', { n: task.terminals.toLocaleString('en-US') })}</span>
          </div>
        )),
      )}
    </>
  );
}
