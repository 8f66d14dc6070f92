import {
  CheckmarkCircleRegular,
  DeleteRegular,
  EditRegular,
  PauseRegular,
  PlayRegular,
  ProhibitedRegular,
  StopRegular,
} from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PermissionKey } from '../../../../contract/api/permissions.ts';
import type { CapturerTask, CapturerTaskAction } from '../../../../contract/entities/tasks/capturerTask.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { useDone } from '../../kit/action/useDone.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { type RunAction, runActions } from '../../shared/tasks/taskStatus.ts';
import { useRuns } from '../schedule/useRuns.ts';
import { CapturerTaskDialog } from './CapturerTaskDialog.tsx';
import { capturerTaskCalls } from './calls.ts';

type Open = { kind: 'form'; row: CapturerTask | null } | { kind: 'delete'; rows: readonly CapturerTask[] };

const icons = { start: PlayRegular, pause: PauseRegular, resume: PlayRegular, stop: StopRegular } as const;

/** Actions on capturer tasks, one or many, with a result per item; and their dialogs. */
export function useCapturerTaskActions() {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const [open, setOpen] = useState<Open>();
  const calls = useMemo(() => capturerTaskCalls(api), [api]);
  const batch = useBatch(calls, () => undefined);
  const runs = useRuns('capturer_task');
  const done = useDone();
  const right = (key: PermissionKey, rows: readonly CapturerTask[]) => {
    if (!may(key)) return t('kit.noRight');
    return rows.every((row) => row.whole) ? undefined : t('capturerTask.notWhole');
  };

  const run = (rows: readonly CapturerTask[], action: RunAction): BatchAction => {
    const Icon = icons[action];
    return {
      key: action,
      label: t(`schedule.action.${action}`),
      icon: <Icon />,
      disabled:
        right('operate_capturer_task', action === 'stop' ? [] : rows) ??
        (runs.able(rows, action).length > 0 ? undefined : t('task.notNow')),
      always: action === 'stop',
      onPress: () => runs.run(batch.run, t(`schedule.action.${action}`), rows, action),
    };
  };
  const turn = (rows: readonly CapturerTask[], action: CapturerTaskAction): BatchAction => ({
    key: action,
    label: t(`schedule.action.${action}`),
    icon: action === 'enable' ? <CheckmarkCircleRegular /> : <ProhibitedRegular />,
    disabled: right('edit_task', rows),
    onPress: () => batch.run(t(`schedule.action.${action}`), action, rows),
  });
  /** Says that a task was created; it is heard next. */
  const showMade = ({ id, name }: CapturerTask) =>
    done.made(name, {
      key: 'start',
      label: t('schedule.action.start'),
      reason: right('operate_capturer_task', []),
      onPress: () => calls.batch([id], 'start'),
    });
  /** Actions of the selection bar. */
  const actions = (rows: readonly CapturerTask[]): BatchAction[] => {
    const [first] = rows;
    return [
      ...runActions
        .filter((action) => action === 'start' || runs.has(rows, action))
        .map((action) => run(rows, action)),
      ...(rows.some((row) => !row.enabled) ? [turn(rows, 'enable')] : []),
      ...(rows.some((row) => row.enabled) ? [turn(rows, 'disable')] : []),
      {
        key: 'edit',
        label: t('common.edit'),
        icon: <EditRegular />,
        disabled: right('edit_task', rows) ?? (rows.length > 1 ? t('kit.onlyOne') : undefined),
        opens: true,
        onPress: async () => first && setOpen({ kind: 'form', row: first }),
      },
      {
        key: 'delete',
        label: t('common.delete'),
        icon: <DeleteRegular />,
        disabled: right('delete_task', rows),
        opens: true,
        onPress: async () => setOpen({ kind: 'delete', rows }),
      },
    ];
  };
  const close = () => setOpen(undefined);
  return {
    actions,
    dialogs: (
      <>
        {open?.kind === 'form' && <CapturerTaskDialog row={open.row} onMade={showMade} onClose={close} />}
        {open?.kind === 'delete' && (
          <ConfirmDelete
            title={t('schedule.deleteTitle', { tasks: open.rows.length })}
            consequence={t('capturerTask.deleteWhy')}
            items={open.rows.map((row) => ({ key: row.id, name: row.name }))}
            confirmLabel={t('kit.deleteItems', { items: open.rows.length })}
            onConfirm={() => batch.run(t('common.delete'), 'delete', open.rows)}
            onClose={close}
          />
        )}
      </>
    ),
    shown: batch.shown,
    done: done.line,
    create: () => setOpen({ kind: 'form', row: null }),
    edit: (row: CapturerTask) => setOpen({ kind: 'form', row }),
    runs,
    mayCreate: may('create_task'),
    mayEdit: may('edit_task'),
    mayOperate: may('operate_capturer_task'),
  };
}
