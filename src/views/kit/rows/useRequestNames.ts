import { useState } from 'react';
import type { RequestNames } from '../../../../contract/api/requestNames.ts';
import type { RequestIds } from '../../../machines/requests.ts';

/**
 * Names the requests of one machine for the server, which ignores, on request, one that was aborted on its
 * way.
 */
export function useRequestNames(): (ids: RequestIds) => RequestNames {
  const [mark] = useState(() => `${Date.now()}-${Math.random()}`);
  return ({ id, drops }) => ({ request: `${mark}-${id}`, instead_of: drops.map((one) => `${mark}-${one}`) });
}
