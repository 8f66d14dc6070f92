import { FlashRegular } from '@fluentui/react-icons';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { merge } from 'rxjs';
import type { GpioTaskLive } from '../../../../contract/entities/tasks/gpioTask.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { useRepaint, useRepaintButtons } from '../../kit/grid/useRepaint.ts';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { searchWord, useListState } from '../../kit/list/useListState.ts';
import { useRowsNow } from '../../kit/list/useRowsNow.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { countStates, StateCounters } from '../../kit/toolbar/StateCounters.tsx';
import { gpioTaskColumns, namedColumns } from './gpioTaskColumns.ts';
import { gpioState, gpioStates } from './gpioTaskView.ts';
import { type GpioAction, useGpioActions } from './useGpioActions.tsx';

/** menu_gpio_task: outputs switched by inputs (ordinary tasks) and by alarms (link tasks), live. */
export function Component() {
  const { t } = useTranslation();
  const { streams, mayOperate } = useApp();
  const clock = useSiteClock();
  const stale = useStaleReason();
  const list = useListState<GpioTaskLive>('state');
  const { state, type } = list.criteria.filters;
  const word = searchWord(list.criteria.q);
  const actions = useGpioActions();
  const rows = useRowsNow(streams.gpioTask);

  // Read while cells are painted.
  const latest = useRef({ actions, stale });
  latest.current = { actions, stale };
  const columns = useMemo(
    () =>
      gpioTaskColumns({
        t,
        timeZone: clock.timeZone(),
        zoneName: (id) => streams.zoneName(id),
        panelOf: streams.terminals.fire_control_device.get,
        taskName: (id) => streams.scheduledTask.get(id)?.name ?? `#${id}`,
        buttons(row) {
          const key = row.running ? 'stop' : 'start';
          const reason = latest.current.actions.reason(row, key);
          return [
            {
              key,
              icon: row.running ? 'stop' : 'play',
              label: t('schedule.actionOf', { action: t(`gpio.${key}`), name: row.name }),
              reason: reason ?? (key === 'stop' ? undefined : latest.current.stale),
            },
          ];
        },
        onButton(row, key) {
          if (key !== 'stop' && !mayOperate(`gpio_task.${row.id}.${key}`)) return;
          latest.current.actions.act(row.id, key as GpioAction).catch(() => undefined);
        },
      }),
    [t, clock, streams, mayOperate],
  );
  const named$ = useMemo(
    () =>
      merge(
        streams.terminals.fire_control_device.changes$,
        streams.scheduledTask.changes$,
        streams.partition.changes$,
      ),
    [streams],
  );
  useRepaint(list.handle, namedColumns, named$);
  useRepaintButtons(list.handle, stale);

  const base = useMemo(
    () => (row: GpioTaskLive) =>
      (!type || row.gpio_type === type) && `${row.name}\n${row.desc}`.toLocaleLowerCase().includes(word),
    [type, word],
  );
  const filter = useMemo(
    () => (row: GpioTaskLive) => base(row) && (!state || gpioState(row) === state),
    [base, state],
  );
  const typeText = (value: string) => t(`codes.gpioTaskType.${value}`);
  const add = actions.mayCreate && <CreateButton label={t('gpio.new')} onPress={actions.create} />;
  return (
    <>
      <LiveList
        list={list}
        name="gpio_task"
        label={t('menu.menu_gpio_task')}
        columns={columns}
        rows={streams.gpioTask}
        filter={filter}
        words={{ state: (value) => t(`status.${value}`), type: typeText }}
        search={t('task.searchEnded')}
        actions={actions.actions}
        outcome={actions.shown}
        done={actions.done}
        onOpen={(row) => actions.mayEdit && actions.edit(row)}
        empty={{
          icon: <FlashRegular />,
          title: t('gpio.noneTitle'),
          hint: t('gpio.noneWhy'),
          actions: add,
        }}
        head={
          <StateCounters
            label={t('task.byState')}
            states={gpioStates}
            counts={countStates(rows.filter(base), gpioState)}
            value={state}
            onPick={(next) => list.put({ state: next })}
          />
        }
        tools={add}
        notes={<span>{t('devices.updates')}</span>}
      >
        <FilterMenu
          label={t('gpio.type')}
          value={type}
          options={['ordinary', 'link'].map((value) => ({ value, label: typeText(value) }))}
          onChange={(value) => list.put({ type: value ?? '' })}
        />
      </LiveList>
      {actions.dialogs}
    </>
  );
}
