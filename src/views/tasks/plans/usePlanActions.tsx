import {
  ArrowDownloadRegular,
  CheckmarkCircleRegular,
  CopyRegular,
  DeleteRegular,
  EditRegular,
  ProhibitedRegular,
  TableRegular,
  TaskListLtrRegular,
} from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { PermissionKey } from '../../../../contract/api/permissions.ts';
import { copyBody, type Plan } from '../../../../contract/entities/tasks/plan.ts';
import { useApp, usePermission, useScreen } from '../../app/AppContext.tsx';
import { download } from '../../app/csv.ts';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { useDone } from '../../kit/action/useDone.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { planCalls } from '../../shared/tasks/calls.ts';
import { reachedBy } from '../schedule/exam/examsAt.ts';
import { useExamQuestion } from '../schedule/exam/useExamQuestion.tsx';
import { ImportPlansDialog } from './ImportPlansDialog.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { TimetableDialog } from './timetable/TimetableDialog.tsx';

type Open =
  | { kind: 'create' | 'import' }
  | { kind: 'edit' | 'copy' | 'timetable'; plan: Plan }
  | { kind: 'delete'; plans: readonly Plan[] };

/** Actions on plans, one or many, with a result per item; and their dialogs. */
export function usePlanActions() {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const navigate = useNavigate();
  const hasTasks = useScreen('menu_task_management') !== undefined && may('menu_task');
  const [open, setOpen] = useState<Open>();
  const calls = useMemo(() => planCalls(api), [api]);
  const batch = useBatch(calls, () => undefined);
  const exam = useExamQuestion();
  const done = useDone();
  const close = () => setOpen(undefined);
  const right = (key: PermissionKey) => (may(key) ? undefined : t('kit.noRight'));
  const noTimetable = may('list_task') ? right('create_task') : t('kit.noRight');
  /** Says that a plan was created; its bells are entered next. */
  const showMade = (plan: Plan) =>
    done.made(plan.name, {
      key: 'timetable',
      label: t('plan.enterTimes'),
      reason: noTimetable,
      onPress: async () => setOpen({ kind: 'timetable', plan }),
    });
  const exportPlans = async (chosen: readonly Plan[]) => {
    const file = await calls.file(chosen.map((plan) => plan.id));
    const name = chosen.length === 1 ? (chosen[0]?.name ?? '') : t('menu.menu_plan');
    download(`${name}.json`, JSON.stringify(file, null, 2), 'application/json');
  };
  const turn = (chosen: readonly Plan[], action: 'enable' | 'disable'): BatchAction => ({
    key: action,
    label: t(`schedule.action.${action}`),
    icon: action === 'enable' ? <CheckmarkCircleRegular /> : <ProhibitedRegular />,
    disabled: right('operate_plan'),
    onPress: async () => {
      if (await exam.ask(reachedBy(chosen))) await batch.run(t(`schedule.action.${action}`), action, chosen);
    },
  });
  /** Actions of the selection bar. */
  const actions = (chosen: readonly Plan[]): BatchAction[] => {
    const single = chosen.length > 1 ? t('kit.onlyOne') : undefined;
    const [first] = chosen;
    return [
      {
        key: 'edit',
        label: t('common.edit'),
        icon: <EditRegular />,
        disabled: right('edit_plan') ?? single,
        opens: true,
        onPress: async () => first && setOpen({ kind: 'edit', plan: first }),
      },
      {
        key: 'timetable',
        label: t('timetable.open'),
        icon: <TableRegular />,
        disabled: noTimetable ?? single,
        opens: true,
        onPress: async () => first && setOpen({ kind: 'timetable', plan: first }),
      },
      ...(hasTasks
        ? [
            {
              key: 'tasks',
              label: t('plan.showTasks'),
              icon: <TaskListLtrRegular />,
              disabled: single,
              reads: true,
              onPress: async () => navigate(`/menu_task_management?plan=${first?.id}`),
            },
          ]
        : []),
      ...(chosen.some((plan) => !plan.enabled) ? [turn(chosen, 'enable')] : []),
      ...(chosen.some((plan) => plan.enabled) ? [turn(chosen, 'disable')] : []),
      {
        key: 'copy',
        label: t('common.copy'),
        icon: <CopyRegular />,
        disabled: right('create_plan') ?? single,
        opens: true,
        onPress: async () => first && setOpen({ kind: 'copy', plan: first }),
      },
      {
        key: 'export',
        label: t('plan.export'),
        icon: <ArrowDownloadRegular />,
        reads: true,
        onPress: () => exportPlans(chosen),
      },
      {
        key: 'delete',
        label: t('common.delete'),
        icon: <DeleteRegular />,
        disabled: right('delete_plan'),
        opens: true,
        onPress: async () => setOpen({ kind: 'delete', plans: chosen }),
      },
    ];
  };
  return {
    actions,
    open: setOpen,
    shown: batch.shown,
    done: done.line,
    dialogs: (
      <>
        {exam.dialog}
        {open?.kind === 'create' && <PlanDialog plan={null} onSaved={showMade} onClose={close} />}
        {open?.kind === 'edit' && <PlanDialog plan={open.plan} onClose={close} />}
        {open?.kind === 'timetable' && <TimetableDialog plan={open.plan} onClose={close} />}
        {open?.kind === 'import' && <ImportPlansDialog onClose={close} />}
        {open?.kind === 'copy' && (
          <FormDialog
            title={t('schedule.copyTitle', { name: open.plan.name })}
            schema={copyBody}
            defaults={{ name: [...t('schedule.copyOf', { name: open.plan.name })].slice(0, 50).join('') }}
            submitLabel={t('common.copy')}
            saved={({ name }) => t('schedule.copied', { name })}
            onSubmit={(values) => calls.copy(open.plan.id, values)}
            onClose={close}
          >
            {({ control }) => (
              <TextField
                control={control}
                name="name"
                label={t('common.name')}
                hint={t('plan.copyHint')}
                required
                maxLength={50}
              />
            )}
          </FormDialog>
        )}
        {open?.kind === 'delete' && (
          <ConfirmDelete
            title={t('plan.deleteTitle', { plans: open.plans.length })}
            consequence={t('plan.deleteWhy')}
            items={open.plans.map((plan) => ({
              key: plan.id,
              name: plan.name,
              detail: t('plan.taskCount', { tasks: plan.tasks.length }),
            }))}
            warning={exam.warning(reachedBy(open.plans))}
            confirmLabel={t('kit.deleteItems', { items: open.plans.length })}
            onConfirm={() => batch.run(t('common.delete'), 'delete', open.plans)}
            onClose={close}
          />
        )}
      </>
    ),
  };
}
