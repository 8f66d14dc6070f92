import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowUploadRegular, CalendarRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../../contract/entities/tasks/plan.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { searchWord, useListState } from '../../kit/list/useListState.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { validities } from '../../shared/tasks/taskStatus.ts';
import { ScheduleTabs } from '../schedule/ScheduleTabs.tsx';
import { planColumns } from './planColumns.ts';
import { usePlanActions } from './usePlanActions.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
});

/** menu_plan: plans with their dates and exceptions; copied, enabled and disabled, exported and imported. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const stale = useStaleReason();
  const list = useListState<Plan>('name');
  const { validity } = list.criteria.filters;
  const word = searchWord(list.criteria.q);
  const columns = useMemo(() => planColumns(t, clock.timeZone()), [t, clock]);
  const filter = useMemo(
    () => (plan: Plan) =>
      (!validity || plan.validity === validity) &&
      `${plan.name}\n${plan.desc}`.toLocaleLowerCase().includes(word),
    [validity, word],
  );
  const actions = usePlanActions();
  const validityText = (value: string) => t(`codes.taskValidity.${value}`);
  const add = may('create_plan') && (
    <CreateButton label={t('plan.new')} onPress={() => actions.open({ kind: 'create' })} />
  );
  return (
    <div className={s.root}>
      <ScheduleTabs shown="plans" />
      <LiveList
        list={list}
        name="plan"
        label={t('menu.menu_plan')}
        columns={columns}
        rows={streams.plan}
        filter={filter}
        words={{ validity: validityText }}
        search={t('plan.search')}
        actions={actions.actions}
        outcome={actions.shown}
        done={actions.done}
        onOpen={(plan) => may('edit_plan') && actions.open({ kind: 'edit', plan })}
        empty={{
          icon: <CalendarRegular />,
          title: t('plan.noneTitle'),
          hint: t('plan.noneWhy'),
          actions: add,
        }}
        tools={
          <>
            {may('create_plan') && may('create_task') && (
              <Button
                size="small"
                icon={<ArrowUploadRegular />}
                disabledFocusable={stale !== undefined}
                {...(stale === undefined ? {} : { title: stale })}
                onClick={() => actions.open({ kind: 'import' })}
              >
                {t('common.import')}
              </Button>
            )}
            {add}
          </>
        }
        notes={<span>{t('schedule.timesIn', { zone: clock.timeZone() })}</span>}
      >
        <FilterMenu
          label={t('schedule.validity')}
          value={validity}
          options={validities.map((value) => ({ value, label: validityText(value) }))}
          onChange={(value) => list.put({ validity: value ?? '' })}
        />
      </LiveList>
      {actions.dialogs}
    </div>
  );
}
