import type { z } from 'zod';
import { pairSplit } from '../../../../contract/entities/site/pair.ts';

/** Changes that a former leader has stored after its standby was lost. */
export const split = pairSplit.omit({ name: true });
export type Split = z.output<typeof split>;
