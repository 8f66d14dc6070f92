import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import { useSiteClock } from '../app/AppContext.tsx';
import { NameText } from '../kit/layout/NameText.tsx';
import { useSecond } from '../kit/time/useTick.ts';
import { countdown } from '../shared/alarms/alarmTimes.ts';
import { usePlanAreas } from '../shared/sitePlan/usePlanAreas.ts';
import { tokens } from '../theme/tokens.ts';
import type { Turning } from './useTurning.ts';
import type { Wall } from './wallModel.ts';

const useStyles = makeStyles({
  root: { display: 'flex', gap: '8px', margin: '8px 0 0', padding: 0, listStyle: 'none', overflow: 'hidden' },
  place: { flex: '1 1 0', minWidth: 0, maxWidth: '260px' },
  floor: {
    display: 'block',
    width: '100%',
    boxSizing: 'border-box',
    padding: '6px 10px',
    textAlign: 'left',
    font: 'inherit',
    color: tokens.colorNeutralForeground2,
    backgroundColor: 'transparent',
    border: `2px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '6px',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '& > span': { display: 'block', whiteSpace: 'nowrap' },
  },
  next: { border: `2px dashed ${tokens.tocsinAlarmSolid}`, color: tokens.colorNeutralForeground1 },
  alarm: {
    border: `2px solid ${tokens.tocsinAlarmSolid}`,
    color: tokens.tocsinAlarmOnSolid,
    backgroundColor: tokens.tocsinAlarmSolid,
  },
  silent: {
    border: `2px solid ${tokens.tocsinAlarmSolid}`,
    color: tokens.tocsinFaultOnSolid,
    backgroundColor: tokens.tocsinFaultSolid,
  },
  drill: { border: `2px solid ${tokens.colorNeutralForeground1}`, color: tokens.colorNeutralForeground1 },
  shown: { backgroundColor: tokens.colorNeutralBackground1 },
  figure: { fontSize: '26px', lineHeight: '32px', fontWeight: tokens.fontWeightSemibold },
});

/**
 * Plans of the shown site in an alarm: where it sounds at how many of the placed terminals, and when its next step
 * arrives. A press shows the plan.
 */
export function WallFloors(props: { wall: Wall; turning: Turning; alarms: readonly AlarmLive[] }) {
  const s = useStyles();
  const clock = useSiteClock();
  const { wall, turning, alarms } = props;
  const { states, zones } = usePlanAreas(alarms);
  useSecond();
  const site = wall.pages[turning.page]?.site.id;
  const floors = wall.pages.flatMap((page, index) =>
    page.site.id === site && page.plan !== null ? [{ ...page, plan: page.plan, index }] : [],
  );
  if (floors.length < 2) return null;
  return (
    <ul className={s.root} data-testid="wall-floors">
      {floors.map(({ plan, index, isAlarm, inAlarm, placed }) => {
        const state = states.get(plan.org);
        // Floors of one zone share its state: one on which all sounds is not silent.
        const isSilent = state?.tone === 'silent' && (inAlarm === 0 || inAlarm < placed);
        const isNext = !isAlarm && state?.tone === 'next';
        const tone = isSilent ? 'silent' : isAlarm ? 'alarm' : isNext ? 'next' : 'peace';
        const building = plan.org === site ? '' : (zones.find(({ id }) => id === plan.org)?.name ?? '');
        return (
          <li key={plan.id} className={s.place}>
            <button
              type="button"
              className={mergeClasses(
                s.floor,
                index === turning.page && s.shown,
                isNext && s.next,
                tone === 'alarm' && s.alarm,
                tone === 'silent' && s.silent,
                tone !== 'peace' && state?.isDrill === true && s.drill,
              )}
              aria-current={index === turning.page}
              data-tone={tone}
              onClick={() => turning.show(index)}
            >
              <span>
                <NameText name={[building, plan.name].filter(Boolean).join(' ')} />
              </span>
              <span className={s.figure}>
                {isAlarm || !isNext || state.at === null
                  ? `${inAlarm} / ${placed}`
                  : countdown(state.at - clock.now())}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
