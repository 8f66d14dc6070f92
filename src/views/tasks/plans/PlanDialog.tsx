import { useTranslation } from 'react-i18next';
import { type Plan, type PlanForm, planForm } from '../../../../contract/entities/tasks/plan.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { reachedBy } from '../schedule/exam/examsAt.ts';
import { useExamQuestion } from '../schedule/exam/useExamQuestion.tsx';
import { PlanFields, type PlanInput } from './PlanFields.tsx';
import { usePlanFields } from './usePlanFields.ts';

/** Dialog for name, dates and exceptions of a plan. `plan` null: a new one. */
export function PlanDialog(props: {
  plan: Plan | null;
  onSaved?: (plan: Plan) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { plan } = props;
  const today = formatTimestamp(Math.floor(clock.now() / 1000), '', clock.timeZone()).slice(0, 10);
  const exam = useExamQuestion();
  const dialog = useEntityForm<PlanForm, Plan>({
    path: 'plan',
    row: plan,
    fields: usePlanFields(),
    onSaved(saved) {
      props.onSaved?.(saved);
    },
  });
  return (
    <FormDialog<PlanInput, PlanForm>
      {...dialog}
      onSubmit={async (values, form) => {
        // Nothing is shown when the person does not go on.
        if (plan !== null && !(await exam.ask(reachedBy([plan])))) throw new Error('');
        return dialog.onSubmit(values, form);
      }}
      foot={
        <>
          {dialog.foot}
          {exam.dialog}
        </>
      }
      title={plan === null ? t('plan.createTitle') : t('plan.editTitle', { name: plan.name })}
      schema={planForm}
      width={1240}
      defaults={{
        name: plan?.name ?? '',
        start_date: plan?.start_date ?? today,
        end_date: plan?.end_date ?? null,
        desc: plan?.desc ?? '',
        enabled: plan?.enabled ?? true,
        every_weeks: plan?.every_weeks ?? 1,
        exam: plan?.exam ?? false,
        day_types: plan?.day_types ?? [],
        terms: plan?.terms ?? [],
        exceptions: plan?.exceptions ?? [],
      }}
      onClose={props.onClose}
    >
      {(form) => <PlanFields form={form} own={plan?.id} today={today} />}
    </FormDialog>
  );
}
