import { createHash } from 'node:crypto';

/** Seed of the shuffle of a run: terminals that play it offline use the same order (server/air/offline). */
export function seedOf(task: number, due: number): number {
  return createHash('sha256').update(`${task}:${due}`).digest().readInt32BE() & 0x7fffffff;
}
