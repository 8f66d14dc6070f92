import { mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { PlanArea, PlanMark } from '../../../../contract/entities/site/sitePlan.ts';
import { NameText } from '../../kit/layout/NameText.tsx';
import { labelPlace } from './labelPlace.ts';
import type { AreaState } from './planState.ts';
import { usePlanStyles } from './planStyles.ts';

/** Label of an area: its zone, and in an alarm the countdown or who hears it. */
export interface AreaLabel {
  name: string;
  detail: string;
}

const pointsText = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y]) => `${x},${y}`).join(' ');

/**
 * Zones of a plan as areas, with their names; one that its area has no room for is shortened, and whole in the tooltip of
 * the area and after zooming. `drawn`: corners of an area that is being drawn.
 */
export function PlanAreas(props: {
  areas: readonly PlanArea[];
  /** Marks of the plan, which the names keep clear of. */
  marks: readonly PlanMark[];
  /** Width of the plan by its height. */
  ratio: number;
  states: ReadonlyMap<number, AreaState>;
  chosen: ReadonlySet<number>;
  labelOf: (zone: number, state: AreaState | undefined) => AreaLabel;
  drawn?: readonly (readonly [number, number])[] | undefined;
}) {
  const s = usePlanStyles();
  const { areas, marks, ratio, states, chosen, drawn } = props;
  const places = useMemo(
    () => areas.map(({ points }) => labelPlace(points, marks, ratio)),
    [areas, marks, ratio],
  );
  const tones = { peace: undefined, alarm: s.alarm, silent: s.silent, next: s.next };
  const drillStyle = (state: AreaState | undefined) => {
    if (state?.isDrill !== true) return undefined;
    return state.tone === 'silent' ? s.drillSilent : s.drill;
  };
  return (
    <>
      <svg className={s.areas} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {areas.map(({ zone, points }, i) => (
          <polygon
            // biome-ignore lint/suspicious/noArrayIndexKey: a zone may have several areas
            key={`${zone} ${i}`}
            points={pointsText(points)}
            className={mergeClasses(
              s.area,
              tones[states.get(zone)?.tone ?? 'peace'],
              drillStyle(states.get(zone)),
              chosen.has(zone) && s.chosen,
            )}
            data-zone={zone}
            data-tone={states.get(zone)?.tone ?? 'peace'}
            data-drill={states.get(zone)?.isDrill}
          >
            <title>{props.labelOf(zone, states.get(zone)).name}</title>
          </polygon>
        ))}
        {drawn !== undefined && (
          <polyline
            points={pointsText(drawn)}
            className={mergeClasses(s.area, s.chosen)}
            data-drawn={drawn.length}
          />
        )}
      </svg>
      {areas.map(({ zone }, i) => {
        const at = places[i];
        const state = states.get(zone);
        const { name, detail } = props.labelOf(zone, state);
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a zone may have several areas
            key={`${zone} ${i}`}
            className={mergeClasses(
              s.label,
              (state?.tone === 'alarm' || state?.tone === 'next') && s.labelAlarm,
              state?.isDrill === true && state.tone !== 'silent' && s.labelDrill,
              state?.tone === 'silent' && s.labelSilent,
            )}
            style={{
              left: `${(at?.x ?? 0) * 100}%`,
              top: `${(at?.y ?? 0) * 100}%`,
              maxWidth: `max(72px, ${(at?.width ?? 0) * 100}%)`,
            }}
            data-label={zone}
          >
            <NameText name={name} />
            {detail !== '' && <div>{detail}</div>}
          </span>
        );
      })}
    </>
  );
}
