import {
  CheckmarkCircleRegular,
  CopyRegular,
  DeleteRegular,
  EditRegular,
  PauseRegular,
  PlayRegular,
  ProhibitedRegular,
  StopRegular,
} from '@fluentui/react-icons';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PermissionKey } from '../../../../contract/api/permissions.ts';
import type {
  ScheduledTaskAction,
  ScheduledTaskLive,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { useDone } from '../../kit/action/useDone.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { taskCalls } from '../../shared/tasks/calls.ts';
import { type RunAction, runActions } from '../../shared/tasks/taskStatus.ts';
import { CopyTaskDialog } from './CopyTaskDialog.tsx';
import { reachedBy } from './exam/examsAt.ts';
import { useExamQuestion } from './exam/useExamQuestion.tsx';
import { TaskDialog } from './TaskDialog.tsx';
import { useRuns } from './useRuns.ts';

type Row = Pick<
  ScheduledTaskLive,
  'id' | 'name' | 'org' | 'plan_id' | 'task_type' | 'state' | 'play_status' | 'enabled'
>;
type Open =
  | { kind: 'create'; plan: number | null }
  | { kind: 'edit' | 'copy'; row: Row }
  | { kind: 'delete'; rows: readonly Row[] };

const icons: Record<ScheduledTaskAction, typeof PlayRegular> = {
  start: PlayRegular,
  pause: PauseRegular,
  resume: PlayRegular,
  stop: StopRegular,
  enable: CheckmarkCircleRegular,
  disable: ProhibitedRegular,
};

const isRunAction = (action: ScheduledTaskAction): action is RunAction =>
  (runActions as readonly ScheduledTaskAction[]).includes(action);

/**
 * Actions on saved tasks, one or many, with a result per item; and their dialogs. `onOpen` shows the task that was
 * created last.
 */
export function useTaskActions(onOpen?: (id: number) => void) {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const [open, setOpen] = useState<Open>();
  const done = useDone();
  const calls = useMemo(() => taskCalls(api), [api]);
  const batch = useBatch(calls, () => undefined);
  const runs = useRuns('scheduled_task');
  const exam = useExamQuestion();
  const right = (key: PermissionKey) => (may(key) ? undefined : t('kit.noRight'));

  async function turn(label: string, action: ScheduledTaskAction, rows: readonly Row[]): Promise<void> {
    if (await exam.ask(reachedBy(rows))) await batch.run(label, action, rows);
  }
  const run = (rows: readonly Row[], action: ScheduledTaskAction): BatchAction => {
    const Icon = icons[action];
    const isRun = isRunAction(action);
    const possible = isRun ? runs.able(rows, action).length > 0 : true;
    return {
      key: action,
      label: t(`schedule.action.${action}`),
      icon: <Icon />,
      disabled: right('operate_task') ?? (possible ? undefined : t('task.notNow')),
      always: action === 'stop',
      onPress: () => {
        const label = t(`schedule.action.${action}`);
        return isRun ? runs.run(batch.run, label, rows, action) : turn(label, action, rows);
      },
    };
  };
  /** Actions of the selection bar. Pause, resume and stop are shown if one of the rows allows them. */
  const actions = (rows: readonly Row[]): BatchAction[] => {
    const shownRuns = runActions.filter((action) => action === 'start' || runs.has(rows, action));
    const single = rows.length > 1 ? t('kit.onlyOne') : undefined;
    const [first] = rows;
    return [
      ...shownRuns.map((action) => run(rows, action)),
      ...(rows.some((row) => !row.enabled) ? [run(rows, 'enable')] : []),
      ...(rows.some((row) => row.enabled) ? [run(rows, 'disable')] : []),
      {
        key: 'edit',
        label: t('common.edit'),
        icon: <EditRegular />,
        disabled: right('edit_task') ?? single,
        opens: true,
        onPress: async () => first && setOpen({ kind: 'edit', row: first }),
      },
      {
        key: 'copy',
        label: t('common.copy'),
        icon: <CopyRegular />,
        disabled: right('create_task') ?? single,
        opens: true,
        onPress: async () => first && setOpen({ kind: 'copy', row: first }),
      },
      {
        key: 'delete',
        label: t('common.delete'),
        icon: <DeleteRegular />,
        disabled: right('delete_task'),
        opens: true,
        onPress: async () => setOpen({ kind: 'delete', rows }),
      },
    ];
  };
  const close = () => setOpen(undefined);
  const showMade = (id: number, name: string) =>
    done.made(
      name,
      ...(onOpen === undefined
        ? []
        : [
            {
              key: 'runs',
              label: t('schedule.seeNextRuns'),
              leads: true,
              onPress: async () => onOpen(id),
            },
          ]),
    );
  const dialogs: ReactNode = (
    <>
      {exam.dialog}
      {open?.kind === 'create' && (
        <TaskDialog id={null} plan={open.plan} onSaved={showMade} onClose={close} />
      )}
      {open?.kind === 'edit' && <TaskDialog id={open.row.id} onClose={close} />}
      {open?.kind === 'copy' && <CopyTaskDialog row={open.row} onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmDelete
          title={t('schedule.deleteTitle', { tasks: open.rows.length })}
          consequence={t('schedule.deleteWhy')}
          items={open.rows.map((row) => ({ key: row.id, name: row.name }))}
          warning={exam.warning(reachedBy(open.rows))}
          confirmLabel={t('kit.deleteItems', { items: open.rows.length })}
          onConfirm={() => batch.run(t('common.delete'), 'delete', open.rows)}
          onClose={close}
        />
      )}
    </>
  );
  return {
    actions,
    dialogs,
    shown: batch.shown,
    done: done.line,
    create: (plan: number | null) => setOpen({ kind: 'create', plan }),
    edit: (row: Row) => setOpen({ kind: 'edit', row }),
    runs,
    mayCreate: may('create_task'),
    mayOperate: may('operate_task'),
  };
}
export type TaskActions = ReturnType<typeof useTaskActions>;
