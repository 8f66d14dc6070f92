import type { BatchItemResult } from '../../../../contract/api/envelope.ts';
import { casterEntity } from '../../../../contract/entities/terminals/caster.ts';
import { ApiError } from '../../../api/error.ts';
import type { App } from '../../../app.ts';
import type { BatchCall } from '../../kit/action/useBatch.ts';

/** Number of accounts changed at the same time: each change ends the connection of a station. */
const atOnce = 4;

/**
 * Batch call of casters with `enable` and `disable`, which change each account separately: a result per
 * caster.
 */
export function casterCalls(crud: App['crud']): BatchCall {
  const casters = crud(casterEntity);
  async function change(id: number, disabled: boolean): Promise<BatchItemResult> {
    try {
      await casters.patch(id, { disabled }, { quiet: true });
      return { id, ok: true, code: 200, message: '' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { id, ok: false, code: error.code, message: error.message };
    }
  }
  return {
    async batch(ids, action, more, options) {
      if (action !== 'enable' && action !== 'disable') return casters.batch(ids, action, more, options);
      const results: BatchItemResult[] = [];
      const waiting = ids.values();
      const work = async () => {
        for (const id of waiting) results.push(await change(id, action === 'disable'));
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return { results };
    },
  };
}
