import type { CapMapping } from '../../../contract/entities/site/integration.ts';
import { capSeverities } from '../../../contract/fieldCodes.ts';
import { parsePlace } from '../../../contract/rules/place.ts';
import type { CapAlert, CapInfo } from './cap.ts';
import { contains } from './capShapes.ts';

const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

/** Tells if an area is meant, by its name or code, or because the place lies in it. */
function isThere({ areas, shapes }: CapInfo, { area, place: text = '' }: CapMapping): boolean {
  if (area === '' && text === '') return true;
  const place = parsePlace(text);
  return (
    (area !== '' && areas.some((one) => has(one, area))) ||
    (place !== null && shapes.some((shape) => contains(shape, place)))
  );
}

function matches(info: CapInfo, mapping: CapMapping): boolean {
  return (
    has(info.event, mapping.event) &&
    capSeverities.indexOf(info.severity) >= capSeverities.indexOf(mapping.severity) &&
    isThere(info, mapping)
  );
}

/** Plans that an alert is mapped to, each with the headline of the first matching part. */
export function plansOf(alert: CapAlert, mappings: readonly CapMapping[], now: number): Map<number, string> {
  const plans = new Map<number, string>();
  for (const info of alert.infos) {
    if (info.expires !== null && info.expires <= now) continue;
    for (const mapping of mappings)
      if (!plans.has(mapping.alarm_plan) && matches(info, mapping))
        plans.set(mapping.alarm_plan, info.headline);
  }
  return plans;
}

/** Tells if every part of an alert has expired. */
export function isExpired(alert: CapAlert, now: number): boolean {
  return alert.infos.length > 0 && alert.infos.every(({ expires }) => expires !== null && expires <= now);
}
