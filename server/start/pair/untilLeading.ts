import { STANDBY_ARGUMENT } from './isInPair.ts';
import { addressArgument } from './joinLeader.ts';
import { joinPair } from './joinPair.ts';
import type { PairStart } from './pairStart.types.ts';
import { leadDatabase, yieldIfReplaced } from './prepareLeader.ts';
import { standBy } from './standBy.ts';

/** Stands by, if this machine is a standby or its partner has taken over; resolves when this machine is to lead. */
export async function untilLeading(start: PairStart): Promise<void> {
  const { env, args } = start;
  const leader = args[0] === STANDBY_ARGUMENT ? addressArgument('standby', args.slice(1)) : null;
  if (leader !== null) await joinPair(leader, env);
  await yieldIfReplaced(start);
  await standBy(start);
  await leadDatabase(start);
}
