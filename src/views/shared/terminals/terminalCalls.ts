import type { deviceEntity } from '../../../../contract/entities/terminals/device.ts';
import { terminalKinds } from '../../../../contract/entities/terminals/kinds.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import { ApiError } from '../../../api/error.ts';
import type { App } from '../../../app.ts';
import type { BatchCall } from '../../kit/action/useBatch.ts';

/**
 * Batch calls for terminals of several kinds: each kind has its own route and right, so a refused kind fails
 * for its own terminals only.
 *
 * @param kindOf undefined: deleted; the call goes to the route of devices, which reports that it does not
 * exist
 */
export function terminalCalls(
  crud: App['crud'],
  kindOf: (id: number) => TerminalKind | undefined,
): BatchCall {
  return {
    async batch(ids, action, more, options) {
      const byKind = new Map<TerminalKind, number[]>();
      for (const id of ids) {
        const kind = kindOf(id) ?? 'device';
        const own = byKind.get(kind);
        if (own === undefined) byKind.set(kind, [id]);
        else own.push(id);
      }
      const answers = await Promise.all(
        [...byKind].map(async ([kind, own]) => {
          try {
            const calls = crud(terminalKinds[kind].entity as typeof deviceEntity);
            return (await calls.batch(own, action, more, options)).results;
          } catch (error) {
            if (byKind.size === 1 || !(error instanceof ApiError)) throw error;
            const { code, message } = error;
            return own.map((id) => ({ id, ok: false, code, message }));
          }
        }),
      );
      return { results: answers.flat() };
    },
  };
}
