import type { TFunction } from 'i18next';
import type { AirPreview } from '../../../../contract/entities/tasks/broadcast.ts';
import { type OutcomeSentence, outcomeSentences, outcomeText } from '../queue/outcomeSentences.ts';
import { type UnreachableSentence, unreachableSentences } from '../targets/airSentences.ts';

/**
 * A sentence of the preview of a talk as a locale key with parameters, computed from facts alone.
 * tests/views/talk/talkTable.ts states for each when it is true.
 */
export type TalkSentence =
  | { key: 'talk.nobody' | 'talk.nobodyThere' | 'talk.interruptsNone' }
  | { key: 'talk.reaches'; n: number }
  | EffectSentence
  | { key: 'talk.wouldMiss'; n: number; targets: number }
  | { key: 'talk.wouldWait'; others: AirPreview['waits'] }
  | UnreachableSentence
  | OutcomeSentence;

type EffectSentence = { key: 'talk.interrupts' | 'talk.lowers'; n: number };

/** Numbers of other broadcasts that a talk takes terminals from, or is heard above. */
export interface TalkEffects {
  interrupts: number;
  lowers: number;
}

/** Effects of a talk on other broadcasts; empty: none. */
export const effectSentences = ({ interrupts, lowers }: TalkEffects): EffectSentence[] => [
  ...(interrupts > 0 ? [{ key: 'talk.interrupts' as const, n: interrupts }] : []),
  ...(lowers > 0 ? [{ key: 'talk.lowers' as const, n: lowers }] : []),
];

/**
 * Sentences of the preview of a talk: who hears it and what it interrupts, and who does not and why. Speech is
 * never lowered under anything, only programme is.
 */
export function talkSentences(run: AirPreview): Record<'reach' | 'missing', TalkSentence[]> {
  const { targets, sounding } = run;
  const silent = targets - sounding;
  const policy = outcomeSentences(run);
  if (run.outcome?.kind === 'refused') return { reach: policy, missing: [] };
  const [waits, leavesOut] = run.outcome?.kind === 'waits' ? [policy, []] : [[], policy];
  const effects = effectSentences({ interrupts: run.preempts.length, lowers: run.ducks.length });
  return {
    reach:
      sounding === 0
        ? [{ key: targets === 0 ? 'talk.nobodyThere' : 'talk.nobody' }, ...effects]
        : [
            { key: 'talk.reaches', n: sounding },
            ...(waits.length > 0
              ? waits
              : effects.length > 0
                ? effects
                : [{ key: 'talk.interruptsNone' as const }]),
          ],
    missing:
      silent === 0
        ? []
        : [
            { key: 'talk.wouldMiss', n: silent, targets },
            ...leavesOut,
            ...(run.waits.length > 0 ? [{ key: 'talk.wouldWait' as const, others: run.waits }] : []),
            ...unreachableSentences(run),
          ],
  };
}

/** Translates a sentence; other broadcasts are named. @param now server time, epoch ms */
export function talkText(t: TFunction, sentence: TalkSentence, now: number): string {
  if ('behind' in sentence) return outcomeText(t, sentence, now);
  const { key, ...params } = sentence;
  if (!('others' in params)) return t(key, params);
  return t(key, { tasks: params.others.map(({ name }) => name).join(t('kit.listComma')) });
}
