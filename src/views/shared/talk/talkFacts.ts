import type { TFunction } from 'i18next';
import type { TalkCounts } from '../../../machines/talkContext.ts';
import { effectSentences, type TalkEffects } from './talkSentences.ts';

/** Time that terminals need to report sound, ms; before it nothing counts as abnormal. */
const SETTLE_MS = 2_500;
/** Largest number of reasons named; the list of terminals has all. */
const NAMED = 2;
/** Reasons with a text in the section `talk.unheard`; others are shown as silent. */
const named = new Set([
  'offline',
  'behind_relay',
  'locked',
  'unsynced',
  'waiting',
  'preempted',
  'off',
  'muted',
  'paused',
  'sent',
]);

/** Number of loudspeakers that are sent the speech and report nothing back. */
export const sentOf = ({ unheard }: TalkCounts): number =>
  unheard.find(({ reason }) => reason === 'sent')?.terminals ?? 0;

/** Tells whether fewer terminals sound than should, or none is left, after the given time on the air. */
export function isUnheard(counts: TalkCounts, onAirMs: number): boolean {
  const { targets, sounding } = counts;
  return onAirMs >= SETTLE_MS && (sounding + sentOf(counts) < targets || targets === 0);
}

/** Describes why a talk is not heard everywhere. */
export function unheardText(t: TFunction, { unheard }: TalkCounts): string {
  return unheard
    .slice(0, NAMED)
    .map(({ reason, terminals }) =>
      t(`talk.unheard.${named.has(reason) ? reason : 'silent'}`, { n: terminals }),
    )
    .join(t('kit.listComma'));
}

/** Describes the effects on other broadcasts; empty: none. */
export const otherText = (t: TFunction, effects: TalkEffects): string =>
  effectSentences(effects)
    .map(({ key, n }) => t(key, { n }))
    .join(t('kit.listComma'));
