import type { Case } from './case.types.ts';
import { calls } from './cases/calls.ts';
import { changes } from './cases/changes.ts';
import { connecting } from './cases/connecting.ts';
import { features } from './cases/features.ts';
import { installing } from './cases/installing.ts';
import { keeping } from './cases/keeping.ts';
import { kinds } from './cases/kinds.ts';
import { pages } from './cases/pages.ts';
import { playingCases } from './cases/playing.ts';
import { playingAlone } from './cases/playingAlone.ts';
import { reconnecting } from './cases/reconnecting.ts';
import { reporting } from './cases/reporting.ts';
import { texts } from './cases/texts.ts';
import { upgrading } from './cases/upgrading.ts';
import { whole } from './cases/whole.ts';

/** All cases in the order in which they run. */
export const cases: readonly Case[] = [
  ...connecting,
  ...reporting,
  ...playingCases,
  ...changes,
  ...features,
  ...kinds,
  ...pages,
  ...calls,
  ...texts,
  ...keeping,
  ...playingAlone,
  ...upgrading,
  ...installing,
  ...reconnecting,
  ...whole,
];
