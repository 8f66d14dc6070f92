import { Button } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { GroupedPanel } from '../../shared/groups/GroupedPanel.tsx';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { PlanDryRun } from './PlanDryRun.tsx';
import { PlanSteps } from './PlanSteps.tsx';
import { lacksOf, planState } from './planKind.tsx';
import { StartNow } from './StartNow.tsx';
import { usePlanDryRun } from './usePlanDryRun.ts';
import { usePlanParts } from './usePlanParts.ts';

/** Side panel of one alarm plan: readiness, start, stages and dry run. */
export function PlanPanel(props: {
  id: number;
  actions: (row: AlarmPlanLive) => BatchAction[];
  onClose: () => void;
}) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const row$ = useMemo(() => streams.alarmPlan.row$(props.id), [streams, props.id]);
  const row = useObservable<AlarmPlanLive | undefined>(row$, streams.alarmPlan.get(props.id));
  const parts = usePlanParts();
  const [isDry, setDry] = useState(false);
  return (
    <GroupedPanel
      title={row?.name}
      {...(row === undefined ? {} : { caption: t('alarm.priorityIs', { n: row.priority }) })}
      gone={{ title: t('alarmPlan.goneTitle'), hint: t('alarmPlan.goneWhy') }}
      actions={row === undefined ? [] : props.actions(row)}
      onClose={props.onClose}
    >
      {row !== undefined && (
        <>
          <div className={s.buttons}>
            <StatusChip status={planState(row)} />
            {!row.activated && (
              <StatusText tone="grey" glyph="subtractCircle" text={t('alarmPlan.inactive')} />
            )}
          </div>
          {lacksOf(row).map((lack) => (
            <p key={lack} className={s.caption}>
              {t(`alarmPlan.lack.${lack}`)}
            </p>
          ))}
          {row.desc !== '' && <p>{row.desc}</p>}
          <StartNow key={row.id} plan={row} />
          <h3 className={s.section}>{t('alarmPlan.sequence')}</h3>
          <PlanSteps plan={row} parts={parts} />
          <h3 className={s.section}>
            <Button size="small" aria-expanded={isDry} onClick={() => setDry(!isDry)}>
              {t('task.dryRun')}
            </Button>
          </h3>
          {isDry && <SavedDryRun id={row.id} />}
          <p>
            <ScreenLink screen="menu_alarm_record" search={{ plan_id: String(row.id) }} without="nothing">
              {t('alarmPlan.records')}
            </ScreenLink>
          </p>
        </>
      )}
    </GroupedPanel>
  );
}

function SavedDryRun({ id }: { id: number }) {
  return <PlanDryRun state={usePlanDryRun(id, null)} />;
}
