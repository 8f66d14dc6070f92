import { useRef, useState } from 'react';
import type { Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type {
  SavedTask,
  ScheduledTask,
  ScheduledTaskForm,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { listOf, useServerForm } from '../../kit/form/useServerForm.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useExamQuestion } from './exam/useExamQuestion.tsx';
import { formValues, suggestedTaskName, type TaskValues, taskResolver } from './taskForm.ts';
import { useTaskFields } from './useTaskFields.ts';

/**
 * Form of a saved task and its saving: a refusal keeps the input and shows the reason at its field;
 * concurrent changes of others are in `view`, the question about an exam in `question`. `base`: the task as it was last read.
 */
export function useSaveTask(props: {
  /** Null: a new task. */
  row: ScheduledTask | null;
  defaults: TaskValues;
  /** Name of the first source, which names the task unless it has a name. */
  heard: string;
  onSaved?: ((id: number, name: string) => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const messages = useMessages();
  const exam = useExamQuestion();
  const suggestion = useRef<() => string>(() => '');
  const [resolver] = useState(() => taskResolver(() => suggestion.current()));
  const { onSubmit, ...entity } = useEntityForm<ScheduledTaskForm, SavedTask>({
    path: 'scheduled_task',
    row: props.row,
    fields: useTaskFields(),
    onSaved({ id, name, meets }) {
      const lost = meets.filter((one) => one.kind === 'preempted_by');
      messages.add('done', t('kit.saved', { name }));
      if (lost.length > 0)
        messages.add(
          'error',
          t('schedule.savedLoses', { name, tasks: lost.map((one) => one.name).join(t('kit.listComma')) }),
        );
      props.onSaved?.(id, name);
      props.onClose();
    },
  });
  const { form, refused, submit } = useServerForm<TaskValues, ScheduledTaskForm>(
    { resolver, defaultValues: props.defaults },
    async (task) => {
      // Nothing is shown when the person does not go on.
      if (!(await exam.ask(task))) throw new Error('');
      return onSubmit(task, { setValue });
    },
    listOf,
  );
  suggestion.current = () => suggestedTaskName(form.getValues(), props.heard);
  /** Sets the fields that show a field of the task. */
  function setValue(name: string, value: unknown): void {
    for (const [field, held] of Object.entries(formValues({ [name]: value })))
      form.setValue(field as Path<TaskValues>, held as never, { shouldDirty: true });
  }
  const base = entity.base as ScheduledTask | null;
  return { form, refused, base, view: entity.foot, question: exam.dialog, submit: () => submit() };
}
