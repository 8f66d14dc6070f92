import { Button, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { busyPolicy } from '../../../../contract/codes.ts';
import type { ScheduledTask } from '../../../../contract/entities/tasks/scheduledTask.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { policyText } from '../../shared/queue/queueText.ts';
import { useFileNames } from '../../shared/startTask/useFileNames.ts';
import { setTargets } from '../../shared/targets/setTargets.ts';
import { TargetPicker } from '../../shared/targets/TargetPicker.tsx';
import { narrowScreen, tokens, vh } from '../../theme/tokens.ts';
import { HowFields } from './HowFields.tsx';
import { NameFields } from './NameFields.tsx';
import { TaskPreviewBar } from './preview/TaskPreviewBar.tsx';
import { useTaskPreview } from './preview/useTaskPreview.ts';
import { SourceFields } from './SourceFields.tsx';
import { hasBusyPolicy, suggestedTaskName, type TaskValues } from './taskForm.ts';
import { useSaveTask } from './useSaveTask.ts';
import { WhenFields } from './when/WhenFields.tsx';

const useStyles = makeStyles({
  /** Source, targets, time and playback side by side: none is higher than the others, so no column scrolls. */
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 11fr) minmax(0, 10fr) minmax(0, 8fr) minmax(0, 8fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    columnGap: '20px',
    height: `min(${vh(63)}, 860px)`,
    minHeight: '424px',
    '& > section': { display: 'flex', flexDirection: 'column', minHeight: 0 },
    [narrowScreen]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: '360px 360px auto auto',
      rowGap: '16px',
      height: 'auto',
    },
  },
  plays: { marginTop: '8px', color: tokens.colorNeutralForeground2 },
  foot: {
    display: 'flex',
    alignItems: 'center',
    marginTop: '8px',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/**
 * Form for source, targets, time and playback of a saved task, with a preview of its runs on a date before it
 * is saved.
 */
export function TaskForm(props: {
  /** Null: a new task. */
  row: ScheduledTask | null;
  title: string;
  defaults: TaskValues;
  onSaved?: ((id: number, name: string) => void) | undefined;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [firstFile, setFirstFile] = useState('');
  const [date, setDate] = useState('');
  const save = useSaveTask({ ...props, heard: firstFile });
  const { form } = save;
  const values = useWatch({ control: form.control }) as TaskValues;
  const { fileOf, learn } = useFileNames([...values.files, ...(save.base?.files ?? [])]);
  const preview = useTaskPreview(values, props.row?.id ?? null, date);
  const name = values.files[0] === undefined ? '' : (fileOf(values.files[0])?.name ?? '');
  if (name !== firstFile) setFirstFile(name);
  const hasPolicy = hasBusyPolicy(values.audio_source) && values.busy_policy !== busyPolicy.preempt;
  const policy = hasPolicy ? policyText(t, values) : null;
  const { errors, isDirty } = form.formState;
  return (
    <DialogFrame
      title={props.title}
      onClose={props.onClose}
      width={1720}
      stays
      dirty={isDirty}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <BusyButton appearance="primary" operation="schedule.save" onPress={save.submit}>
            {t('common.save')}
          </BusyButton>
        </>
      }
    >
      <NameFields form={form} suggestion={suggestedTaskName(values, name)} />
      <div className={s.columns}>
        <SourceFields form={form} fileOf={fileOf} onPicked={learn} />
        <TargetPicker
          targets={values}
          onChange={(next) => setTargets(form, next)}
          error={errors.devices?.message ?? errors.orgs?.message ?? errors.groups?.message}
        />
        <WhenFields form={form} />
        <HowFields form={form} />
      </div>
      {props.row !== null && props.row.broadcast_id !== null && (
        <div className={s.plays}>{t('schedule.playsNow')}</div>
      )}
      {save.view}
      {save.question}
      {save.refused !== null && <FormError text={save.refused} />}
      <div className={s.foot}>
        <TaskPreviewBar state={preview} date={date} onDate={setDate} policy={policy} />
      </div>
    </DialogFrame>
  );
}
