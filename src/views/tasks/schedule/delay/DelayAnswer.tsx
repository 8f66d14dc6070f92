import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { type DelayPreview, maxDelayMinutes } from '../../../../../contract/entities/tasks/taskDelay.ts';
import { Answer } from '../../../shared/targets/Answer.tsx';
import type { FormPreview } from '../../../shared/targets/formPreview.ts';
import { tokens, vh } from '../../../theme/tokens.ts';
import { DelayedRuns } from './DelayedRuns.tsx';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    height: `min(${vh(50)}, 560px)`,
    minHeight: '240px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: '4px 8px',
    color: tokens.colorNeutralForeground2,
  },
});

/** Preview of a delay: the runs of today that it moves. */
export function DelayAnswer(props: {
  state: FormPreview<DelayPreview>;
  /** Tasks that stay as they are. */
  left: ReadonlySet<number>;
  onLeft: (task: number, isLeft: boolean) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <Answer
      state={props.state}
      testId="delay-preview"
      label={t('task.dryRun')}
      className={s.list}
      incomplete={t('delay.incomplete', { max: maxDelayMinutes })}
      loading={t('task.dryRunChecking')}
    >
      {(run, age) => (
        <>
          {age}
          <DelayedRuns preview={run} left={props.left} onLeft={props.onLeft} />
        </>
      )}
    </Answer>
  );
}
