import { useState } from 'react';
import type { RequestNames } from '../../../contract/requestNames.ts';
import type { RequestIds } from '../../machines/requests.ts';

/**
 * Names of the requests of one machine for the server: one that was taken back may be on its way, and is told to count
 * no more.
 */
export function useRequestNames(): (ids: RequestIds) => RequestNames {
  const [mark] = useState(() => `${Date.now()}-${Math.random()}`);
  return ({ id, drops }) => ({ request: `${mark}-${id}`, instead_of: drops.map((one) => `${mark}-${one}`) });
}
