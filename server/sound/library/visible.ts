import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { TopicName } from '../../../contract/api/live.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';

export interface Picked {
  files?: readonly (number | null)[];
  file_group?: number | null;
  preset_text?: number | null;
  radio?: number | null;
}

/**
 * Checks that the author of a task sees the library entries that it names (server/site/zones/owner.ts). Entries
 * that do not exist are refused by the code that reads them.
 * @throws AppError 404
 */
export function mustSee(live: LiveHub, scope: Scope, picked: Picked): void {
  const check = (topic: TopicName, id: number | null | undefined) => {
    const row = id == null ? undefined : live.topic(topic).get(id);
    if (row !== undefined && !inScope(scope, row.org))
      throw new AppError(errorCode.notFound, 'common.notFound');
  };
  for (const id of picked.files ?? []) check('file', id);
  check('file_group', picked.file_group);
  check('preset_text', picked.preset_text);
  check('radio', picked.radio);
}
