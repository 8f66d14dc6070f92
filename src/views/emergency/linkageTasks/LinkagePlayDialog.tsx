import { Button, makeStyles } from '@fluentui/react-components';
import { PlayRegular } from '@fluentui/react-icons';
import { useCallback } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { TaskDryRun } from '../../../../contract/entities/tasks/broadcast.ts';
import {
  type LinkageTaskLive,
  linkageByHand,
  MAX_ROUNDS,
} from '../../../../contract/entities/tasks/linkageTask.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { formResolver } from '../../kit/form/formResolver.ts';
import { useServerForm } from '../../kit/form/useServerForm.ts';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { DryRun } from '../../shared/startTask/DryRun.tsx';
import { useFormPreview } from '../../shared/targets/useFormPreview.ts';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '12px' },
  reason: { margin: 0 },
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '16px' },
});

const times = { debounceMs: 300, refreshMs: 3000 };

/** Dialog that plays a linkage task outside an alarm, with a preview of where it would be heard. */
export function LinkagePlayDialog({ task, onClose }: { task: LinkageTaskLive; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const { form, refused, submit } = useServerForm<
    z.input<typeof linkageByHand>,
    z.output<typeof linkageByHand>
  >({ resolver: formResolver(linkageByHand), defaultValues: { priority: 50, rounds: 1 } }, async (values) => {
    await api.post(`/v1/linkage_task/${task.id}/start`, values, { quiet: true });
    messages.add('done', t('task.started', { name: task.name }));
    onClose();
  });
  const read = linkageByHand.safeParse(useWatch({ control: form.control }));
  const load = useCallback(
    (body: object, signal: AbortSignal) =>
      api.post<TaskDryRun>(`/v1/linkage_task/${task.id}/dry_run`, body, { quiet: true, signal }),
    [api, task.id],
  );
  const dryRun = useFormPreview(read.success ? JSON.stringify(read.data) : null, load, times);
  return (
    <DialogFrame
      title={t('linkage.playTitle', { name: task.name })}
      onClose={onClose}
      width={640}
      stays
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton appearance="primary" icon={<PlayRegular />} operation="linkage.play" onPress={submit}>
            {t('linkage.play')}
          </BusyButton>
        </>
      }
    >
      <div className={s.body}>
        <p className={s.reason}>{t('linkage.playWhy')}</p>
        <div className={s.two}>
          <NumberField
            control={form.control}
            name="rounds"
            label={t('linkage.rounds')}
            hint={t('linkage.roundsHint')}
            min={0}
            max={MAX_ROUNDS}
          />
          <NumberField
            control={form.control}
            name="priority"
            label={t('task.priorityWins')}
            min={0}
            max={100}
          />
        </div>
        {refused !== null && <FormError title={t('task.notStarted')} text={refused} />}
        <DryRun state={dryRun} />
      </div>
    </DialogFrame>
  );
}
