import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useNamedRows } from '../../kit/rows/useNamedRows.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { GroupedScreen } from '../../shared/groups/GroupedScreen.tsx';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { planColumns } from './planColumns.ts';
import { planKind } from './planKind.tsx';

/** menu_alarm_plan: alarm plans with their inputs, targets and steps; live, with dry run, drill and start. */
export function Component() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const devices = useNamedRows(streams.terminals.fire_control_device);
  const tasks = useNamedRows(streams.linkageTask);
  const columns = useMemo(() => {
    const known = new Map((devices ?? []).map((one) => [one.id, one]));
    return planColumns({
      t,
      timeZone: clock.timeZone(),
      now: clock.now,
      width: window.innerWidth,
      zoneName: (id) => streams.zoneName(id),
      deviceOf: (id) => known.get(id),
    });
  }, [t, clock, streams, devices]);
  return (
    <GroupedScreen
      kind={planKind}
      columns={columns}
      tools={<TransferMenu kind="alarm_plan" />}
      form={(open, close) => <PlanDialog open={open} onClose={close} />}
      panel={(id, actions, close) => <PlanPanel key={id} id={id} actions={actions} onClose={close} />}
      filters={(criteria, change) => (
        <>
          <FilterMenu
            label={t('alarmPlan.activated')}
            value={criteria.filters.activated}
            options={[
              { value: 'true', label: t('common.yes') },
              { value: 'false', label: t('common.no') },
            ]}
            onChange={(activated) => change({ filters: { activated: activated ?? '' } })}
          />
          {(devices?.length ?? 0) > 0 && (
            <FilterMenu
              label={t('alarmPlan.device')}
              value={criteria.filters.device}
              options={(devices ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
              onChange={(device) => change({ filters: { device: device ?? '' } })}
            />
          )}
        </>
      )}
      words={{
        device: (id) => devices?.find((one) => String(one.id) === id)?.name ?? id,
        activated: (value) => t(value === 'true' ? 'alarmPlan.activated' : 'alarmPlan.inactive'),
      }}
      before={
        <>
          {tasks?.length === 0 && (
            <ScreenLink screen="menu_linkage_task" without="nothing">
              {t('alarmPlan.firstTasks')}
            </ScreenLink>
          )}
          {devices?.length === 0 && (
            <ScreenLink screen="menu_fire_control_device" without="nothing">
              {t('alarmPlan.firstDevices')}
            </ScreenLink>
          )}
        </>
      }
    />
  );
}
