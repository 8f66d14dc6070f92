import { makeStyles, Popover, PopoverSurface } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SitePlan } from '../../../../contract/entities/site/sitePlan.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { narrowScreen } from '../../theme/tokens.ts';
import { useAlarms } from '../alarms/useAlarms.ts';
import { TalkDialog } from '../talk/TalkDialog.tsx';
import { MarkCard } from './MarkCard.tsx';
import { MarkList } from './MarkList.tsx';
import { PlanAreas } from './PlanAreas.tsx';
import { PlanMarks } from './PlanMarks.tsx';
import { PlanSurface, ratioOf } from './PlanSurface.tsx';
import { byUrgency } from './planState.ts';
import { usePlanAreas } from './usePlanAreas.ts';
import { usePlanMarks } from './usePlanMarks.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    width: '100%',
    height: '100%',
    minHeight: 0,
    minWidth: 0,
    [narrowScreen]: { flexDirection: 'column' },
  },
  plan: { flexGrow: 1, minWidth: 0, minHeight: 0 },
  side: {
    width: '300px',
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    [narrowScreen]: { width: '100%', height: '40%' },
  },
});

const noZones: ReadonlySet<number> = new Set();

/** A plan with the live states of all that is on it. A press tells why, listens and speaks; a list says the same. */
export function LivePlan({ plan, isListed = true }: { plan: SitePlan; isListed?: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const mayTalk = usePermission()(['caster_broadcast', 'emergency_broadcast']);
  const states = usePlanMarks(plan.marks);
  const alarms = useAlarms();
  const areas = usePlanAreas(alarms);
  const [chosen, setChosen] = useState<string>();
  const [opened, setOpened] = useState<{ key: string; at: HTMLElement | null } | null>(null);
  const [talkTo, setTalkTo] = useState<number | null>(null);
  const listed = useMemo(() => byUrgency(states.values()), [states]);
  const selected = useMemo(() => new Set(chosen === undefined ? [] : [chosen]), [chosen]);
  const open = (key: string) => {
    setChosen(key);
    setOpened({ key, at: document.querySelector<HTMLElement>(`[data-mark="${CSS.escape(key)}"]`) });
  };
  const shown = opened === null ? undefined : states.get(opened.key);
  return (
    <div className={s.root}>
      <div className={s.plan}>
        <PlanSurface
          plan={plan}
          label={t('sitePlan.plan', { name: plan.name })}
          onPress={({ mark, zone }) => {
            if (mark !== undefined) open(mark);
            else if (zone !== undefined && mayTalk && areas.states.has(zone)) setTalkTo(zone);
          }}
        >
          <PlanAreas
            areas={plan.areas}
            marks={plan.marks}
            ratio={ratioOf(plan)}
            states={areas.states}
            chosen={noZones}
            labelOf={areas.labelOf}
          />
          <PlanMarks states={states.values()} selected={selected} />
        </PlanSurface>
      </div>
      {isListed && (
        <div className={s.side}>
          <MarkList
            label={t('sitePlan.listOf', { name: plan.name })}
            states={listed}
            chosen={chosen}
            onChoose={setChosen}
            onOpen={open}
          />
        </div>
      )}
      {shown !== undefined && opened !== null && (
        <Popover
          open
          trapFocus
          withArrow
          positioning={{ target: opened.at, position: 'after' }}
          onOpenChange={(_, data) => {
            if (!data.open) setOpened(null);
          }}
        >
          <PopoverSurface aria-label={shown.name}>
            <MarkCard key={shown.key} state={shown} />
          </PopoverSurface>
        </Popover>
      )}
      {talkTo !== null && (
        <TalkDialog targets={{ orgs: [talkTo], devices: [], groups: [] }} onClose={() => setTalkTo(null)} />
      )}
    </div>
  );
}
