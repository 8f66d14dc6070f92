import { AppError, errorCode } from '../../contract/errors.ts';
import { hasSqlState } from './client.ts';
import { isOutage } from './queryErrors.ts';

/** The database has not answered in time, and may do what it was asked yet. */
export class DatabaseLate extends Error {}

/** Waits for work of the database no longer than `ms`. @throws DatabaseLate, and what the work throws before */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new DatabaseLate('the database has not answered yet')), ms);
  work.catch(() => {});
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Tells whether a write failed because the database is away, late, takes no writes, or has not said what became of it. */
export function isNotStored(error: unknown): boolean {
  if (error instanceof DatabaseLate || isOutage(error)) return true;
  return error instanceof AppError ? error.code === errorCode.outcomeUnknown : hasSqlState(error, '25006');
}
