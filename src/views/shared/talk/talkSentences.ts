import type { TFunction } from 'i18next';
import type { AirPreview } from '../../../../contract/entities/tasks/broadcast.ts';

/**
 * A sentence of the preview of a talk as a locale key with parameters, computed from facts alone.
 * tests/views/talk/talkTable.ts states for each when it is true.
 */
export type TalkSentence =
  | { key: 'talk.nobody' | 'talk.nobodyThere' | 'talk.interruptsNone' }
  | { key: 'talk.reaches' | 'talk.interrupts' | 'talk.lowers'; n: number }
  | { key: 'talk.wouldMiss'; n: number; targets: number }
  | { key: 'talk.wouldWait'; others: AirPreview['waits'] }
  | { key: 'task.cannotReach'; terminals: number };

/** Numbers of other broadcasts that a talk takes terminals from, or is heard above. */
export interface TalkEffects {
  interrupts: number;
  lowers: number;
}

/** Effects of a talk on other broadcasts; empty: none. */
export const effectSentences = ({ interrupts, lowers }: TalkEffects): TalkSentence[] => [
  ...(interrupts > 0 ? [{ key: 'talk.interrupts' as const, n: interrupts }] : []),
  ...(lowers > 0 ? [{ key: 'talk.lowers' as const, n: lowers }] : []),
];

/**
 * Sentences of the preview of a talk: who hears it and what it interrupts, and who does not and why. Speech is
 * never lowered under anything, only programme is.
 */
export function talkSentences(run: AirPreview): Record<'reach' | 'missing', TalkSentence[]> {
  const { targets, sounding, unreachable_count } = run;
  const silent = targets - sounding;
  const effects = effectSentences({ interrupts: run.preempts.length, lowers: run.ducks.length });
  return {
    reach:
      sounding === 0
        ? [{ key: targets === 0 ? 'talk.nobodyThere' : 'talk.nobody' }, ...effects]
        : [
            { key: 'talk.reaches', n: sounding },
            ...(effects.length > 0 ? effects : [{ key: 'talk.interruptsNone' as const }]),
          ],
    missing:
      silent === 0
        ? []
        : [
            { key: 'talk.wouldMiss', n: silent, targets },
            ...(run.waits.length > 0 ? [{ key: 'talk.wouldWait' as const, others: run.waits }] : []),
            ...(unreachable_count > 0
              ? [{ key: 'task.cannotReach' as const, terminals: unreachable_count }]
              : []),
          ],
  };
}

/** Translates a sentence; other broadcasts are named. */
export function talkText(t: TFunction, { key, ...params }: TalkSentence): string {
  if (!('others' in params)) return t(key, params);
  return t(key, { tasks: params.others.map(({ name }) => name).join(t('kit.listComma')) });
}
