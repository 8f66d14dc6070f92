import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { usePlayDefaults } from '../../shared/startTask/usePlayDefaults.ts';
import { taskCalls } from '../../shared/tasks/calls.ts';
import { TaskForm } from './TaskForm.tsx';
import { newTask, valuesOf } from './taskForm.ts';

/** Dialog that creates a saved task (`id` null, in the plan `plan`) or edits one, which is fetched first. */
export function TaskDialog(props: {
  id: number | null;
  plan?: number | null;
  onSaved?: ((id: number, name: string) => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { api } = useApp();
  const clock = useSiteClock();
  const { id, onSaved, onClose } = props;
  const { data } = useQuery({
    queryKey: ['scheduled_task', id],
    queryFn: () => taskCalls(api).get(id ?? 0),
    enabled: id !== null,
    // The values must not change while they are edited.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const usual = usePlayDefaults(id === null);
  if (id === null && usual === undefined) return null;
  if (id === null)
    return (
      <TaskForm
        row={null}
        title={t('schedule.createTitle')}
        defaults={newTask(clock.now(), clock.timeZone(), props.plan ?? null, usual)}
        onSaved={onSaved}
        onClose={onClose}
      />
    );
  if (data === undefined) return null;
  return (
    <TaskForm
      row={data}
      title={t('schedule.editTitle', { name: data.name })}
      defaults={valuesOf(data)}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
