import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, ArrowUploadRegular, CalendarRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../contract/entities/plan.ts';
import { useApp, usePermission, useSiteClock } from '../app/AppContext.tsx';
import { useStaleReason } from '../app/useStaleReason.ts';
import { BatchResult } from '../kit/BatchResult.tsx';
import { DataGrid } from '../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../kit/grid/handle.ts';
import { ListEmpty } from '../kit/ListEmpty.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../kit/toolbar/LiveAge.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { SelectionBar } from '../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { useCriteria } from '../kit/useCriteria.ts';
import { useSelection } from '../kit/useSelection.ts';
import { ScheduleTabs } from '../schedule/ScheduleTabs.tsx';
import { validities } from '../schedule/taskStatus.ts';
import { planColumns } from './planColumns.ts';
import { usePlanActions } from './usePlanActions.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  grid: { flexGrow: 1, minHeight: 0 },
});

/** menu_plan: plans with their dates and exceptions; copied, switched on and off, taken to another site. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const stale = useStaleReason();
  const { criteria, change } = useCriteria({ sort: 'name' });
  const { validity } = criteria.filters;
  const word = (criteria.q ?? '').trim().toLocaleLowerCase();
  const selection = useSelection();
  const handle = useGridHandle<Plan>();
  const columns = useMemo(() => planColumns(t, clock.timeZone()), [t, clock]);
  const rows = useMemo(() => ({ live: streams.plan.changes$ }), [streams]);
  const filter = useMemo(
    () => (plan: Plan) =>
      (!validity || plan.validity === validity) &&
      (word === '' || `${plan.name}\n${plan.desc}`.toLocaleLowerCase().includes(word)),
    [validity, word],
  );
  const ticked = streams.plan.filter((plan) => selection.ids.has(plan.id));
  const actions = usePlanActions(ticked);
  const add = may('create_plan') && (
    <Button
      size="small"
      appearance="primary"
      icon={<AddRegular />}
      disabledFocusable={stale !== undefined}
      {...(stale === undefined ? {} : { title: stale })}
      onClick={() => actions.open({ kind: 'create' })}
    >
      {t('plan.new')}
    </Button>
  );
  return (
    <div className={s.root}>
      <ScheduleTabs shown="plans" />
      <Toolbar
        end={
          <>
            <GridTools handle={handle} fileName={t('menu.menu_plan')} />
            {may('create_plan') && may('create_task') && (
              <Button
                size="small"
                icon={<ArrowUploadRegular />}
                disabledFocusable={stale !== undefined}
                onClick={() => actions.open({ kind: 'import' })}
              >
                {t('common.import')}
              </Button>
            )}
            {add}
          </>
        }
      >
        <SearchField
          value={criteria.q}
          placeholder={t('plan.search')}
          onChange={(q) => change({ q: q ?? '' })}
        />
        <FilterMenu
          label={t('schedule.validity')}
          value={validity}
          options={validities.map((value) => ({ value, label: t(`codes.taskValidity.${value}`) }))}
          onChange={(value) => change({ filters: { validity: value ?? '' } })}
        />
      </Toolbar>
      <SelectionBar count={ticked.length} actions={actions.actions} onClear={selection.clear} />
      {actions.shown && <BatchResult {...actions.shown} />}
      <div className={s.grid}>
        <DataGrid<Plan>
          name="plan"
          label={t('menu.menu_plan')}
          columns={columns}
          source={rows}
          handle={handle}
          sort={criteria.sort}
          onSort={(sort) => change({ sort: sort ?? '' })}
          filter={filter}
          selected={selection.ids}
          onSelect={selection.set}
          onOpen={(plan) => may('edit_plan') && actions.open({ kind: 'edit', plan })}
          empty={
            <ListEmpty
              criteria={{ ...criteria, filters: validity ? { validity } : {} }}
              change={change}
              icon={<CalendarRegular />}
              title={t('plan.noneTitle')}
              why={t('plan.noneWhy')}
              actions={add}
              filterText={(name, value) => (name === 'validity' ? t(`codes.taskValidity.${value}`) : value)}
            />
          }
        />
      </div>
      <StatusBar handle={handle} selected={ticked.length} age={<LiveAge />}>
        <span>{t('schedule.timesIn', { zone: clock.timeZone() })}</span>
      </StatusBar>
      {actions.dialogs}
    </div>
  );
}
