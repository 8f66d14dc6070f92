import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, combineLatest, startWith } from 'rxjs';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { speechOf } from './speech.ts';

/** Update interval of a panel, ms. */
const everyMs = 250;

/** Describes the targets and duration of a station's speech; null: none. Live. */
export function useSpeech(station: { id: number; name: string; dev_name2: string }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const both$ = useMemo(
    () =>
      combineLatest([streams.call.rows$.pipe(startWith([])), streams.task.rows$.pipe(startWith([]))]).pipe(
        auditTime(everyMs),
      ),
    [streams],
  );
  const [calls, tasks] = useObservable(both$, [[], []]);
  useSecond();
  const speech = speechOf(station, calls, tasks);
  if (speech === null) return null;
  const { kind, peer, sounding, targets, since } = speech;
  const seconds = Math.max(0, Math.floor(clock.now() / 1000) - since);
  return {
    to: kind === 'call' ? peer : t('caster.terminals', { sounding, targets }),
    since: durationText(t, seconds * 1000),
  };
}
