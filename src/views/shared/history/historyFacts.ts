import type { SumsHistory, ZoneHistory } from '../../../../contract/entities/site/history.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { minutesText } from '../../kit/time/lengths.ts';
import type { Words } from './historyCells.ts';

type Values = SumsHistory['terminals'];

/** Time in which a value was above 0. */
const timeWith = (values: Values, stepS: number) =>
  minutesText((values.filter((value) => (value ?? 0) > 0).length * stepS) / 60);

/** A sentence for each zone of a strip of states: how long any of its terminals sounded, was silent or offline. */
export function stripFacts({ zones, step_s }: ZoneHistory, { t, nameOf }: Words): string[] {
  return zones.map((zone) => {
    const name = nameOf(zone.id);
    if (zone.terminals.every((value) => value === null)) return t('home.factsNone', { name });
    const [sounding, silent, offline] = [zone.sounding, zone.silent, zone.offline].map((values) =>
      timeWith(values, step_s),
    );
    return t('home.factsDay', { name, sounding, silent, offline });
  });
}

/** A sentence for each zone of a heat map of packet loss: its mean, and when it was highest. */
export function lossFacts({ zones, from, step_s }: ZoneHistory, { t, timeZone, nameOf }: Words): string[] {
  return zones.map((zone) => {
    const name = nameOf(zone.id);
    const known = zone.loss_pct.flatMap((loss) => loss ?? []);
    if (known.length === 0) return t('home.factsUnheard', { name });
    const most = Math.max(...known);
    const at = formatTimestamp(from + zone.loss_pct.indexOf(most) * step_s, '', timeZone).slice(11, 16);
    const mean = known.reduce((sum, loss) => sum + loss, 0) / known.length;
    return t('home.factsLoss', { name, mean: mean.toFixed(2), most: most.toFixed(2), at });
  });
}
