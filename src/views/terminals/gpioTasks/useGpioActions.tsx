import { DeleteRegular, EditRegular, PlayRegular, StopRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageText } from '../../../../contract/api/errors.ts';
import { type GpioTaskLive, gpioTaskEntity } from '../../../../contract/entities/tasks/gpioTask.ts';
import { toLanguage } from '../../../../contract/language.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { useDone } from '../../kit/action/useDone.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { GpioTaskDialog } from './GpioTaskDialog.tsx';

type Open = { kind: 'form'; row: GpioTaskLive | null } | { kind: 'delete'; rows: readonly GpioTaskLive[] };
export type GpioAction = 'start' | 'stop';

/** Actions on GPIO tasks, one or many, and their dialogs. */
export function useGpioActions() {
  const { t, i18n } = useTranslation();
  const { api, crud } = useApp();
  const may = usePermission();
  const [open, setOpen] = useState<Open>();
  const batch = useBatch(
    useMemo(() => crud(gpioTaskEntity), [crud]),
    () => undefined,
  );
  const done = useDone();
  const right = (key: 'edit_gpio_task' | 'delete_gpio_task' | 'operate_gpio_task') =>
    may(key) ? undefined : t('kit.noRight');
  const inAlarm = (rows: readonly GpioTaskLive[]) =>
    rows.some((row) => row.in_alarm)
      ? messageText('broadcast.alarmInProgress', toLanguage(i18n.language))
      : undefined;

  /** Reason why an action is not possible; undefined: it is. */
  function reason(row: GpioTaskLive, action: GpioAction): string | undefined {
    if (right('operate_gpio_task') !== undefined) return t('kit.noRight');
    if (action === 'stop' && row.in_alarm)
      return messageText('alarm.taskInAlarm', toLanguage(i18n.language), { name: row.name });
    return undefined;
  }
  const act = (id: number, action: GpioAction) => api.post(`/v1/gpio_task/${id}/${action}`, {});

  /** Says that a task was created; it is tried next. */
  const showMade = ({ id, name }: GpioTaskLive) =>
    done.made(name, {
      key: 'start',
      label: t('gpio.start'),
      reason: right('operate_gpio_task'),
      onPress: () => act(id, 'start'),
    });

  /** Actions of the selection bar. */
  const actions = (rows: readonly GpioTaskLive[]): BatchAction[] => {
    const [first] = rows;
    const single = rows.length > 1 ? t('kit.onlyOne') : undefined;
    const isRunning = first?.running === true;
    return [
      {
        key: isRunning ? 'stop' : 'start',
        label: t(isRunning ? 'gpio.stop' : 'gpio.start'),
        icon: isRunning ? <StopRegular /> : <PlayRegular />,
        disabled: single ?? (first && reason(first, isRunning ? 'stop' : 'start')),
        always: isRunning,
        onPress: () => (first === undefined ? undefined : act(first.id, isRunning ? 'stop' : 'start')),
      },
      {
        key: 'edit',
        label: t('common.edit'),
        icon: <EditRegular />,
        disabled: right('edit_gpio_task') ?? single ?? inAlarm(rows),
        opens: true,
        onPress: async () => first && setOpen({ kind: 'form', row: first }),
      },
      {
        key: 'delete',
        label: t('common.delete'),
        icon: <DeleteRegular />,
        disabled: right('delete_gpio_task') ?? inAlarm(rows),
        opens: true,
        onPress: async () => setOpen({ kind: 'delete', rows }),
      },
    ];
  };
  const close = () => setOpen(undefined);
  return {
    actions,
    reason,
    act,
    shown: batch.shown,
    done: done.line,
    create: () => setOpen({ kind: 'form', row: null }),
    edit: (row: GpioTaskLive) => setOpen({ kind: 'form', row }),
    mayCreate: may('create_gpio_task'),
    mayEdit: may('edit_gpio_task'),
    dialogs: (
      <>
        {open?.kind === 'form' && <GpioTaskDialog row={open.row} onMade={showMade} onClose={close} />}
        {open?.kind === 'delete' && (
          <ConfirmDelete
            title={t('gpio.deleteTitle', { tasks: open.rows.length })}
            consequence={t('gpio.deleteWhy')}
            items={open.rows.map((row) => ({ key: row.id, name: row.name }))}
            confirmLabel={t('kit.deleteItems', { items: open.rows.length })}
            onConfirm={() => batch.run(t('common.delete'), 'delete', open.rows)}
            onClose={close}
          />
        )}
      </>
    ),
  };
}
