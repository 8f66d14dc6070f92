import { DialpadRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { merge } from 'rxjs';
import type { QuickCodeLive } from '../../../../contract/entities/tasks/quickCode.ts';
import { quickActions } from '../../../../contract/fieldCodes.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { useRepaint } from '../../kit/grid/useRepaint.ts';
import { PanelTitle } from '../../kit/layout/TitledPanel.tsx';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { searchWord, useListState } from '../../kit/list/useListState.ts';
import { useRowsNow } from '../../kit/list/useRowsNow.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { countStates, StateCounters } from '../../kit/toolbar/StateCounters.tsx';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { namedColumns, quickCodeColumns } from './quickCodeColumns.ts';
import { quickState, quickStates } from './quickCodeView.ts';
import { useQuickActions } from './useQuickActions.tsx';
import { useQuickNames } from './useQuickNames.ts';

/** menu_quick_code: codes that stations dial, and the actions they start, live. */
export function Component() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const list = useListState<QuickCodeLive>('code');
  const { state, action } = list.criteria.filters;
  const word = searchWord(list.criteria.q);
  const actions = useQuickActions();
  const rows = useRowsNow(streams.quickCode);
  const { names, changes } = useQuickNames();
  const columns = useMemo(
    () => quickCodeColumns({ t, timeZone: clock.timeZone(), names }),
    [t, clock, names],
  );
  const named$ = useMemo(() => merge(...changes), [changes]);
  useRepaint(list.handle, namedColumns, named$);

  const base = useMemo(
    () => (row: QuickCodeLive) =>
      (!action || row.action === action) &&
      `${row.code}\n${row.name}\n${row.desc}`.toLocaleLowerCase().includes(word),
    [action, word],
  );
  const filter = useMemo(
    () => (row: QuickCodeLive) => base(row) && (!state || quickState(row) === state),
    [base, state],
  );
  const actionText = (value: string) => t(`quickCode.actions.${value}`);
  const add = actions.may.create && <CreateButton label={t('quickCode.create')} onPress={actions.create} />;
  return (
    <>
      <LiveList
        list={list}
        name="quick_code"
        label={t('menu.menu_quick_code')}
        columns={columns}
        rows={streams.quickCode}
        filter={filter}
        words={{ state: (value) => t(`status.${value}`), action: actionText }}
        search={t('quickCode.search')}
        actions={actions.actions}
        outcome={actions.shown}
        done={actions.done}
        onOpen={(row) => actions.may.edit && actions.edit(row)}
        empty={{
          icon: <DialpadRegular />,
          title: t('quickCode.noneTitle'),
          hint: t('quickCode.noneWhy'),
          actions: add,
        }}
        head={
          <>
            <PanelTitle>{t('panel.dial_codes')}</PanelTitle>
            <StateCounters
              label={t('task.byState')}
              states={quickStates}
              counts={countStates(rows.filter(base), quickState)}
              value={state}
              onPick={(next) => list.put({ state: next })}
            />
          </>
        }
        tools={
          <>
            <TransferMenu kind="quick_code" filters={{ q: list.criteria.q, action }} />
            {add}
          </>
        }
        notes={<span>{t('devices.updates')}</span>}
      >
        <FilterMenu
          label={t('quickCode.action')}
          value={action}
          options={quickActions.map((value) => ({ value, label: actionText(value) }))}
          onChange={(value) => list.put({ action: value ?? '' })}
        />
      </LiveList>
      {actions.dialogs}
    </>
  );
}
