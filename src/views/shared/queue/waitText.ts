import type { TFunction } from 'i18next';
import type { Blocker } from '../../../../contract/entities/tasks/queuedStart.ts';
import { durationText } from '../../kit/time/lengths.ts';

/** A broadcast that a queued start waits for; `left_ms`: time until it ends, null: not known. */
export interface WaitsFor {
  name: string;
  terminals: number;
  left_ms: number | null;
}

/** Names of broadcasts, with the time until each ends if it is known. */
export function blockerNames(t: TFunction, waitsFor: readonly WaitsFor[]): string {
  const names = waitsFor.map(({ name, left_ms }) =>
    left_ms === null ? name : t('queue.nameAbout', { name, left: durationText(t, left_ms) }),
  );
  return names.join(t('kit.listComma'));
}

/** Adds the time until each broadcast ends. @param now server time, epoch ms */
export const timed = (blockers: readonly Blocker[], now: number): WaitsFor[] =>
  blockers.map(({ name, terminals, ends_at }) => ({
    name,
    terminals,
    left_ms: ends_at === null ? null : Math.max(0, ends_at - now),
  }));

/** Names what a queued start waits for, with the time until each ends if it is known. */
export function waitText(t: TFunction, waitsFor: readonly WaitsFor[]): string {
  if (waitsFor.length === 0) return t('queue.waitsElsewhere');
  return t('queue.waitsFor', { tasks: blockerNames(t, waitsFor) });
}
