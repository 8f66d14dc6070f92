import type { Case } from './case.types.ts';
import { changes } from './cases/changes.ts';
import { connecting } from './cases/connecting.ts';
import { features } from './cases/features.ts';
import { kinds } from './cases/kinds.ts';
import { playingCases } from './cases/playing.ts';
import { reconnecting } from './cases/reconnecting.ts';
import { reporting } from './cases/reporting.ts';
import { whole } from './cases/whole.ts';

/** All cases in the order in which they run. */
export const cases: readonly Case[] = [
  ...connecting,
  ...reporting,
  ...playingCases,
  ...changes,
  ...features,
  ...kinds,
  ...reconnecting,
  ...whole,
];
