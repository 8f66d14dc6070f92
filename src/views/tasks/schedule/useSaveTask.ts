import { useMemo, useRef, useState } from 'react';
import { type Path, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ScheduledTask, ScheduledTaskForm } from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useOnce } from '../../kit/form/useOnce.ts';
import { useSharedRow } from '../../kit/form/useSharedRow.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { taskCalls } from '../../shared/tasks/calls.ts';
import { formValues, suggestedTaskName, type TaskValues, taskResolver } from './taskForm.ts';
import { useTaskFields } from './useTaskFields.ts';

/**
 * Form of a saved task and its saving: a refusal keeps the input and shows the reason at its field;
 * concurrent changes of others are in `view`. `base`: the task as it was last read.
 */
export function useSaveTask(props: {
  /** Null: a new task. */
  row: ScheduledTask | null;
  defaults: TaskValues;
  /** Name of the first source, which names the task unless it has a name. */
  heard: string;
  onSaved?: ((id: number) => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { api } = useApp();
  const calls = useMemo(() => taskCalls(api), [api]);
  const messages = useMessages();
  const [refused, setRefused] = useState<string | null>(null);
  const suggestion = useRef<() => string>(() => '');
  const [resolver] = useState(() => taskResolver(() => suggestion.current()));
  const form = useForm<TaskValues, unknown, ScheduledTaskForm>({
    resolver,
    defaultValues: props.defaults,
    mode: 'onTouched',
  });
  suggestion.current = () => suggestedTaskName(form.getValues(), props.heard);

  const shared = useSharedRow<ScheduledTaskForm>({
    stored: props.row,
    fields: useTaskFields(),
    read: () => calls.get(props.row?.id ?? 0),
    async save(task, rev) {
      const saved =
        props.row === null
          ? await calls.create(task)
          : await calls.patch(props.row.id, { ...task, ...(rev === undefined ? {} : { rev }) });
      const lost = saved.meets.filter((one) => one.kind === 'preempted_by');
      messages.add('done', t('schedule.saved', { name: saved.name }));
      if (lost.length > 0)
        messages.add(
          'error',
          t('schedule.savedLoses', {
            name: saved.name,
            tasks: lost.map((one) => one.name).join(t('kit.listComma')),
          }),
        );
      props.onSaved?.(saved.id);
      props.onClose();
    },
  });
  const put = (name: string, value: unknown) => {
    for (const [field, held] of Object.entries(formValues({ [name]: value })))
      form.setValue(field as Path<TaskValues>, held as never, { shouldDirty: true });
  };

  const submit = useOnce(
    form.handleSubmit(async (task) => {
      setRefused(null);
      try {
        await shared.submit(task, put);
      } catch (error) {
        const { fields = [], message } = error as ApiError;
        for (const field of fields)
          form.setError(field.path.split('.')[0] as Path<TaskValues>, {
            type: 'server',
            message: field.message,
          });
        setRefused(message || null);
      }
    }),
  );
  const base = shared.base as ScheduledTask | null;
  return { form, refused, base, view: shared.view, submit: () => submit() };
}
