import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { afterReading } from '../process/afterReading.ts';
import { isOutage, isReadOnly } from './queryErrors.ts';

/** Error when the database has not answered in time; it may still do the work. */
export class DatabaseLate extends Error {}

/**
 * Waits for work of the database for at most `ms`. A process that was held up itself first reads the answers that
 * arrived meanwhile.
 *
 * @throws DatabaseLate, and errors of the work
 */
export async function withTimeLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(new DatabaseLate('the database has not answered yet'));
  const cancel = afterReading(ms, giveUp);
  work.catch(() => {});
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    cancel();
  }
}

/** Tells if a write failed because the database is away, late or read-only, or if its result is unknown. */
export function isNotStored(error: unknown): boolean {
  if (error instanceof DatabaseLate || isOutage(error)) return true;
  return error instanceof AppError ? error.code === errorCode.outcomeUnknown : isReadOnly(error);
}
