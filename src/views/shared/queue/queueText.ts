import type { TFunction } from 'i18next';
import { busyPolicy } from '../../../../contract/codes.ts';
import type {
  BusyFields,
  QueuedStartLive,
  RetryFields,
} from '../../../../contract/entities/tasks/queuedStart.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { timed, waitText } from './waitText.ts';

/** Texts of an entry of the queue: its attempt, what it waits for, and until when. */
export interface QueueText {
  /** Empty: it has one attempt only. */
  attempt: string;
  waits: string;
  until: string;
}

/** Describes what an entry of the queue does now. @param now server time, epoch ms */
export function queueText(t: TFunction, row: QueuedStartLive, now: number): QueueText {
  const left = (at: number) => durationText(t, Math.max(0, at - now));
  const attempt = row.attempts > 1 ? t('queue.attempt', { n: row.attempt, of: row.attempts }) : '';
  const named = timed(row.waits_for, now);
  if (row.retry_at === null)
    return { attempt, waits: waitText(t, named), until: t('queue.givesUp', { left: left(row.until_at) }) };
  // Free meanwhile: nothing is in its way, and it asks at its time.
  const waits = named.length === 0 ? t('queue.freeNow') : waitText(t, named);
  return { attempt, waits, until: t('queue.retryAt', { left: left(row.retry_at) }) };
}

/** Short texts of an entry for a narrow column: until when it waits, and for what. @param now server time, epoch ms */
export function shortQueueText(t: TFunction, row: QueuedStartLive, now: number) {
  const left = durationText(t, Math.max(0, (row.retry_at ?? row.until_at) - now));
  const tasks = row.waits_for.map(({ name }) => name).join(t('kit.listComma'));
  return { waits: t('queue.waitsShort', { left }), tasks };
}

/** Describes the policy of a saved task for busy terminals, with its retries. */
export function policyText(t: TFunction, task: BusyFields & RetryFields): string {
  const { busy_policy: policy, wait_s, retries, retry_s } = task;
  const name = t(`codes.busyPolicy.${policy}`);
  if (policy === busyPolicy.preempt) return name;
  const length = (s: number) => durationText(t, s * 1000);
  const waits = policy === busyPolicy.wait ? t('queue.atMost', { name, left: length(wait_s) }) : name;
  return retries === 0 ? waits : t('queue.againEvery', { policy: waits, n: retries, every: length(retry_s) });
}
