import type { TFunction } from 'i18next';
import { durationText } from '../../kit/time/lengths.ts';

/** A broadcast that a queued start waits for; `left_ms`: time until it ends, null: not known. */
export interface WaitsFor {
  name: string;
  terminals: number;
  left_ms: number | null;
}

/** Names what a queued start waits for, with the time until each ends if it is known. */
export function waitText(t: TFunction, waitsFor: readonly WaitsFor[]): string {
  if (waitsFor.length === 0) return t('queue.waitsElsewhere');
  const names = waitsFor.map(({ name, left_ms }) =>
    left_ms === null ? name : t('queue.nameAbout', { name, left: durationText(t, left_ms) }),
  );
  return t('queue.waitsFor', { tasks: names.join(t('kit.listComma')) });
}
