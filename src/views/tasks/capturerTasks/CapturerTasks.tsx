import { MicPulseRegular } from '@fluentui/react-icons';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { merge } from 'rxjs';
import type { CapturerTask } from '../../../../contract/entities/tasks/capturerTask.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { useRepaint, useRepaintButtons } from '../../kit/grid/useRepaint.ts';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { searchWord, useListState } from '../../kit/list/useListState.ts';
import { useRowsNow } from '../../kit/list/useRowsNow.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { countStates, StateCounters } from '../../kit/toolbar/StateCounters.tsx';
import { useRepaintPlaybacks } from '../../shared/playback/useRepaintPlaybacks.ts';
import type { RunAction } from '../../shared/tasks/taskStatus.ts';
import { runButtons } from '../schedule/runButtons.ts';
import { capturerTaskColumns, liveColumns } from './capturerTaskColumns.ts';
import { capturerTaskStates, stateOf } from './capturerTaskView.ts';
import { useCapturerTaskActions } from './useCapturerTaskActions.tsx';

/**
 * menu_capturer_task: capturer channels and their targets, live; started by hand or by the capturer's inputs.
 */
export function Component() {
  const { t } = useTranslation();
  const { streams, mayOperate } = useApp();
  const stale = useStaleReason();
  const list = useListState<CapturerTask>('state');
  const { state, capturer } = list.criteria.filters;
  const word = searchWord(list.criteria.q);
  const actions = useCapturerTaskActions();
  const { playbacks } = actions.runs;
  const rows = useRowsNow(streams.capturerTask);
  const capturerOf = streams.terminals.capturer.get;

  // Read while cells are painted.
  const latest = useRef({ actions, stale });
  latest.current = { actions, stale };
  const columns = useMemo(() => {
    const reasonOf = (row: CapturerTask, action: RunAction) => {
      if (!latest.current.actions.mayOperate) return t('kit.noRight');
      if (action === 'stop') return undefined;
      return row.whole ? latest.current.stale : t('capturerTask.notWhole');
    };
    return capturerTaskColumns({
      t,
      capturerOf,
      liveOf: streams.task.get,
      buttons: (row) => runButtons(t, row.name, playbacks.of(row.id), (action) => reasonOf(row, action)),
      onButton: (row, key) => {
        if (key !== 'stop' && !mayOperate(`capturer_task.${row.id}.${key}`)) return;
        latest.current.actions.runs.act(row.id, key as RunAction).catch(() => undefined);
      },
    });
  }, [t, streams, capturerOf, mayOperate, playbacks]);
  const others$ = useMemo(() => merge(streams.terminals.capturer.changes$, streams.task.changes$), [streams]);
  useRepaint(list.handle, liveColumns, others$);
  useRepaintButtons(list.handle, stale, actions.mayOperate);
  useRepaintPlaybacks(list.handle, playbacks);

  const base = useMemo(
    () => (row: CapturerTask) =>
      (!capturer || String(row.capturer) === capturer) && row.name.toLocaleLowerCase().includes(word),
    [capturer, word],
  );
  const filter = useMemo(
    () => (row: CapturerTask) => base(row) && (!state || stateOf(row) === state),
    [base, state],
  );
  const capturerName = (id: string) => capturerOf(Number(id))?.name ?? id;
  const add = actions.mayCreate && <CreateButton label={t('schedule.new')} onPress={actions.create} />;
  return (
    <>
      <LiveList
        list={list}
        name="capturer_task"
        label={t('menu.menu_capturer_task')}
        columns={columns}
        rows={streams.capturerTask}
        filter={filter}
        words={{ state: (value) => t(`status.${value}`), capturer: capturerName }}
        search={t('task.searchEnded')}
        actions={actions.actions}
        outcome={actions.shown}
        done={actions.done}
        onOpen={(row) => actions.mayEdit && actions.edit(row)}
        empty={{
          icon: <MicPulseRegular />,
          title: t('capturerTask.noneTitle'),
          hint: t('capturerTask.noneWhy'),
          actions: add,
        }}
        head={
          <StateCounters
            label={t('task.byState')}
            states={capturerTaskStates}
            counts={countStates(rows.filter(base), stateOf)}
            value={state}
            onPick={(next) => list.put({ state: next })}
          />
        }
        tools={add}
        notes={<span>{t('devices.updates')}</span>}
      >
        <FilterMenu
          label={t('codes.audioSource.3')}
          value={capturer}
          options={[...new Set(rows.map((row) => String(row.capturer)))].map((id) => ({
            value: id,
            label: capturerName(id),
          }))}
          onChange={(value) => list.put({ capturer: value ?? '' })}
        />
      </LiveList>
      {actions.dialogs}
    </>
  );
}
