import type { FastifyRequest } from 'fastify';
import type { BatchItemResult } from '../../../contract/api/envelope.ts';
import { AppError, errorCode, type MessageKey, messageText } from '../../../contract/api/errors.ts';
import type { Language } from '../../../contract/language.ts';

export interface BatchOptions {
  /**
   * Finds the existing ids in one query, so that twenty thousand unknown ones are not as many transactions.
   */
  known?: (ids: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Message key for the other ids. */
  unknown?: MessageKey;
  /** True once the client has disconnected: no further action is begun. Finished ones stay. */
  isLeft?: () => boolean;
}

/** Makes a function that tells if the client of a request has closed its connection. */
export function clientLeft({ raw }: FastifyRequest): () => boolean {
  // Compared explicitly: injected requests have no real socket.
  return () => raw.socket.destroyed === true || raw.socket.writable === false;
}

/** Runs an action for each id on its own; returns a result per id. */
export async function runBatch(
  ids: readonly number[],
  lang: Language,
  action: (id: number) => Promise<void>,
  { known, unknown = 'common.notFound', isLeft = () => false }: BatchOptions = {},
): Promise<{ results: BatchItemResult[] }> {
  const all = [...new Set(ids)];
  const there = await known?.(all);
  const results: BatchItemResult[] = [];
  const fail = (id: number, { code, key, params }: AppError) =>
    results.push({ id, ok: false, code, message: messageText(key, lang, params) });
  const missing = new AppError(errorCode.notFound, unknown);
  for (const id of all) {
    if (there?.has(id) === false) {
      fail(id, missing);
      continue;
    }
    if (isLeft()) break;
    try {
      await action(id);
      results.push({ id, ok: true, code: 200, message: messageText('common.success', lang) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      fail(id, error);
    }
  }
  return { results };
}
