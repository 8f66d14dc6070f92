import { Spinner } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../../../contract/entities/tasks/plan.ts';
import { useApp } from '../../../app/AppContext.tsx';
import { FormError } from '../../../kit/form/FormError.tsx';
import { DialogFrame } from '../../../kit/layout/DialogFrame.tsx';
import { planCalls } from '../../../shared/tasks/calls.ts';
import { TimetableEditor } from './TimetableEditor.tsx';

/** Dialog for the timetable of a plan: its bells as a grid of times and days. */
export function TimetableDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const title = t('timetable.title', { name: plan.name });
  const saved = useQuery({
    queryKey: ['plan', plan.id, 'timetable'],
    queryFn: () => planCalls(api).timetable(plan.id),
    // Edited values must not be replaced, and the next dialog must not begin with an old state.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (saved.data !== undefined)
    return <TimetableEditor plan={plan} saved={saved.data} title={title} onClose={onClose} />;
  return (
    <DialogFrame title={title} onClose={onClose} width={1720} actions={null}>
      {saved.isError ? (
        <FormError title={t('common.interfaceFailed')} text={saved.error.message} />
      ) : (
        <Spinner aria-label={t('kit.loading')} />
      )}
    </DialogFrame>
  );
}
