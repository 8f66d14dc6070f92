import { Button, makeStyles } from '@fluentui/react-components';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { busyPolicy } from '../../../../../contract/codes.ts';
import type { StartRealTimeTask, TaskDryRun } from '../../../../../contract/entities/tasks/broadcast.ts';
import { useApp } from '../../../app/AppContext.tsx';
import { BusyButton } from '../../../kit/action/BusyButton.tsx';
import { DialogFrame } from '../../../kit/layout/DialogFrame.tsx';
import { DryRun } from '../../startTask/DryRun.tsx';
import { useFormPreview } from '../../targets/useFormPreview.ts';

const useStyles = makeStyles({ button: { whiteSpace: 'nowrap' } });

const times = { debounceMs: 0, refreshMs: 3_000 };

/** Question before a page is repeated that would pre-empt something, with what it would do now. */
export function RepeatQuestion(props: {
  task: StartRealTimeTask;
  onSend: (task: StartRealTimeTask) => Promise<void>;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { task, onSend, onClose } = props;
  const load = useCallback(
    (body: object, signal: AbortSignal) =>
      api.post<TaskDryRun>('/v1/task/dry_run', body, { quiet: true, signal }),
    [api],
  );
  const state = useFormPreview(JSON.stringify({ ...task, busy_policy: busyPolicy.preempt }), load, times);
  return (
    <DialogFrame
      title={t('talk.repeatTitle', { name: task.name })}
      onClose={onClose}
      width={560}
      question
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton className={s.button} onPress={() => onSend({ ...task, busy_policy: busyPolicy.wait })}>
            {t('talk.repeatWait')}
          </BusyButton>
          <BusyButton
            appearance="primary"
            className={s.button}
            onPress={() => onSend({ ...task, busy_policy: busyPolicy.preempt })}
          >
            {t('talk.repeatNow')}
          </BusyButton>
        </>
      }
    >
      <DryRun state={state} />
    </DialogFrame>
  );
}
