import { Button, makeStyles } from '@fluentui/react-components';
import {
  AddRegular,
  ArrowDownloadRegular,
  ArrowUploadRegular,
  CalendarRegular,
  CheckmarkCircleRegular,
  CopyRegular,
  DeleteRegular,
  EditRegular,
  ProhibitedRegular,
  TaskListLtrRegular,
} from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { copyBody, type Plan } from '../../../contract/entities/plan.ts';
import type { PermissionKey } from '../../../contract/permissions.ts';
import { useApp, usePermission, useScreen, useSiteClock } from '../app/AppContext.tsx';
import { useStaleReason } from '../app/useStaleReason.ts';
import { BatchResult } from '../kit/BatchResult.tsx';
import { ConfirmDelete } from '../kit/ConfirmDelete.tsx';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { TextField } from '../kit/form/fields.tsx';
import { download } from '../kit/grid/csv.ts';
import { DataGrid } from '../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../kit/grid/handle.ts';
import { ListEmpty } from '../kit/ListEmpty.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../kit/toolbar/LiveAge.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { type BatchAction, SelectionBar } from '../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { useBatch } from '../kit/useBatch.ts';
import { useCriteria } from '../kit/useCriteria.ts';
import { useSelection } from '../kit/useSelection.ts';
import { planCalls } from '../schedule/calls.ts';
import { ScheduleTabs } from '../schedule/ScheduleTabs.tsx';
import { validities } from '../schedule/taskStatus.ts';
import { ImportPlansDialog } from './ImportPlansDialog.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { planColumns } from './planColumns.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  grid: { flexGrow: 1, minHeight: 0 },
});

type Open =
  | { kind: 'create' | 'import' }
  | { kind: 'edit' | 'copy'; plan: Plan }
  | { kind: 'delete'; plans: readonly Plan[] };

/** menu_plan: plans with their dates and exceptions; copied, switched on and off, taken to another site. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const stale = useStaleReason();
  const navigate = useNavigate();
  const hasTasks = useScreen('menu_task_management') !== undefined && may('menu_task');
  const { criteria, change } = useCriteria({ sort: 'name' });
  const { validity } = criteria.filters;
  const word = (criteria.q ?? '').trim().toLocaleLowerCase();
  const [open, setOpen] = useState<Open>();
  const selection = useSelection();
  const handle = useGridHandle<Plan>();
  const calls = useMemo(() => planCalls(api), [api]);
  const batch = useBatch(calls, () => undefined);
  const columns = useMemo(() => planColumns(t, clock.timeZone()), [t, clock]);
  const rows = useMemo(() => ({ live: streams.plan.changes$ }), [streams]);
  const filter = useMemo(
    () => (plan: Plan) =>
      (!validity || plan.validity === validity) &&
      (word === '' || `${plan.name}\n${plan.desc}`.toLocaleLowerCase().includes(word)),
    [validity, word],
  );
  const ticked = streams.plan.filter((plan) => selection.ids.has(plan.id));
  const close = () => setOpen(undefined);
  const right = (key: PermissionKey) => (may(key) ? undefined : t('kit.noRight'));
  const exportPlans = async () => {
    const file = await calls.file(ticked.map((plan) => plan.id));
    const name = ticked.length === 1 ? (ticked[0]?.name ?? '') : t('menu.menu_plan');
    download(`${name}.json`, JSON.stringify(file, null, 2), 'application/json');
  };
  const single = ticked.length > 1 ? t('kit.onlyOne') : undefined;
  const [first] = ticked;
  const turn = (action: 'enable' | 'disable'): BatchAction => ({
    key: action,
    label: t(`schedule.action.${action}`),
    icon: action === 'enable' ? <CheckmarkCircleRegular /> : <ProhibitedRegular />,
    disabled: right('operate_plan'),
    onPress: () => batch.run(t(`schedule.action.${action}`), action, ticked),
  });
  const actions: BatchAction[] = [
    {
      key: 'edit',
      label: t('common.edit'),
      icon: <EditRegular />,
      disabled: right('edit_plan') ?? single,
      opens: true,
      onPress: async () => first && setOpen({ kind: 'edit', plan: first }),
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
    ...(ticked.some((plan) => !plan.enabled) ? [turn('enable')] : []),
    ...(ticked.some((plan) => plan.enabled) ? [turn('disable')] : []),
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
      onPress: exportPlans,
    },
    {
      key: 'delete',
      label: t('common.delete'),
      icon: <DeleteRegular />,
      disabled: right('delete_plan'),
      opens: true,
      onPress: async () => setOpen({ kind: 'delete', plans: ticked }),
    },
  ];
  const add = may('create_plan') && (
    <Button
      size="small"
      appearance="primary"
      icon={<AddRegular />}
      disabledFocusable={stale !== undefined}
      {...(stale === undefined ? {} : { title: stale })}
      onClick={() => setOpen({ kind: 'create' })}
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
                onClick={() => setOpen({ kind: 'import' })}
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
      <SelectionBar count={ticked.length} actions={actions} onClear={selection.clear} />
      {batch.shown && <BatchResult {...batch.shown} />}
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
          onOpen={(plan) => may('edit_plan') && setOpen({ kind: 'edit', plan })}
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
      {open?.kind === 'create' && <PlanDialog plan={null} onClose={close} />}
      {open?.kind === 'edit' && <PlanDialog plan={open.plan} onClose={close} />}
      {open?.kind === 'import' && <ImportPlansDialog onClose={close} />}
      {open?.kind === 'copy' && (
        <FormDialog
          title={t('schedule.copyTitle', { name: open.plan.name })}
          schema={copyBody}
          defaults={{ name: [...t('schedule.copyOf', { name: open.plan.name })].slice(0, 50).join('') }}
          submitLabel={t('common.copy')}
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
          confirmLabel={t('kit.deleteItems', { items: open.plans.length })}
          onConfirm={() => batch.run(t('common.delete'), 'delete', open.plans)}
          onClose={close}
        />
      )}
    </div>
  );
}
