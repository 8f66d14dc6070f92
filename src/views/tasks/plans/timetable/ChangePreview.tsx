import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { TimetableChange } from '../../../../../contract/entities/tasks/timetable.ts';
import { useSiteClock } from '../../../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../../../kit/status/Glyph.tsx';
import { Answer } from '../../../shared/targets/Answer.tsx';
import type { FormPreview } from '../../../shared/targets/formPreview.ts';
import { UnreachableList } from '../../../shared/targets/UnreachableList.tsx';
import { tokens } from '../../../theme/tokens.ts';
import { runText } from '../../schedule/scheduleColumns.ts';
import { changeText } from './changeText.ts';

const useStyles = makeStyles({
  text: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 16px',
    minHeight: '32px',
    maxHeight: '84px',
    overflowY: 'auto',
    color: tokens.colorNeutralForeground2,
    '& b': { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  },
  part: { display: 'flex', alignItems: 'center', gap: '6px' },
  fault: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
});

/** Number of other tasks that are named. */
const NAMED = 5;

/** Preview of what saving a timetable changes: bells, next start, terminals, and conflicts. */
export function ChangePreview(props: {
  state: FormPreview<TimetableChange>;
  isUnchanged: boolean;
  /** Number of bells that cannot be saved yet. */
  faulty: number;
  isPlanOn: boolean;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const zone = useSiteClock().timeZone();
  const names = (change: TimetableChange, kind: TimetableChange['meets'][number]['kind']) =>
    change.meets
      .filter((one) => one.kind === kind)
      .slice(0, NAMED)
      .map((one) => one.name)
      .join(t('kit.listComma'));
  const incomplete = props.isUnchanged
    ? t('timetable.unchanged')
    : props.faulty > 0
      ? t('timetable.incomplete', { bells: props.faulty })
      : t('timetable.noTargets');
  const next = ({ next_run, created, changed }: TimetableChange) => {
    if (created + changed === 0) return null;
    if (next_run !== null) return t('schedule.nextAre', { times: runText(next_run, zone, t) });
    return t(props.isPlanOn ? 'schedule.noRuns' : 'timetable.planOff');
  };
  return (
    <Answer
      state={props.state}
      testId="timetable-preview"
      label={t('task.dryRun')}
      className={s.text}
      incomplete={incomplete}
      loading={t('task.dryRunChecking')}
    >
      {(change, age, list) => {
        const [lost, won] = [names(change, 'preempted_by'), names(change, 'preempts')];
        return (
          <>
            <b>{changeText(change, t)}</b>
            <span>{next(change)}</span>
            <span>
              {t('schedule.wouldReach', {
                heard: change.targets - change.unreachable_count,
                targets: change.targets,
              })}
            </span>
            {lost !== '' && (
              <span className={s.part}>
                <FaultGlyph />
                <span className={s.fault}>{t('schedule.wouldLose', { tasks: lost })}</span>
              </span>
            )}
            {won !== '' && (
              <span className={s.part}>
                <Glyph name="bars" size={14} />
                {t('task.wouldPreempt', { tasks: won })}
              </span>
            )}
            {change.unreachable_count > 0 && <UnreachableList run={change} still={list} />}
            {age}
          </>
        );
      }}
    </Answer>
  );
}
