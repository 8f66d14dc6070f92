import type { TFunction } from 'i18next';
import type { TalkCounts } from '../../machines/talk.ts';

/** Terminals need so long to say that they sound, ms; before that nothing is abnormal. */
const SETTLE_MS = 2_500;
/** Reasons that are named; the rest is in the list of terminals. */
const NAMED = 2;
/** Reasons of the section `talk.unheard`; others are told as silent. */
const named = new Set(['offline', 'locked', 'unsynced', 'waiting', 'preempted', 'off', 'muted', 'paused']);

/** Whether fewer terminals sound than should, or there is none left, so long after it went on the air. */
export function isUnheard({ targets, sounding }: TalkCounts, onAirMs: number): boolean {
  return onAirMs >= SETTLE_MS && (sounding < targets || targets === 0);
}

/** Why it is not heard everywhere, in words. */
export function unheardText(t: TFunction, { unheard }: TalkCounts): string {
  return unheard
    .slice(0, NAMED)
    .map(({ reason, terminals }) =>
      t(`talk.unheard.${named.has(reason) ? reason : 'silent'}`, { n: terminals }),
    )
    .join(t('kit.listComma'));
}

/** What it does to other broadcasts, in words; empty: nothing. */
export function otherText(
  t: TFunction,
  { interrupts, lowers }: { interrupts: number; lowers: number },
): string {
  return [
    ...(interrupts > 0 ? [t('talk.interrupts', { n: interrupts })] : []),
    ...(lowers > 0 ? [t('talk.lowers', { n: lowers })] : []),
  ].join(t('kit.listComma'));
}
