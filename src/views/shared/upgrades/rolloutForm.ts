import { z } from 'zod';
import { MAX_UPGRADED, upgradeCreate } from '../../../../contract/entities/terminals/upgrade.ts';

/** Sizes of waves as typed: `1, 10`. */
const wavesText = z
  .string()
  .regex(/^[\s\d,，、]*$/, { error: 'rules.invalid' })
  .transform((text) => readWaves(text))
  .pipe(z.array(z.number().int().min(1).max(MAX_UPGRADED)).max(20));

/** Schema of the roll-out form: the contract's body without the terminals, which are chosen separately. */
export const rolloutForm = upgradeCreate.omit({ terminals: true, waves: true }).extend({ waves: wavesText });
export type RolloutValues = z.input<typeof rolloutForm>;

export function readWaves(text: string): number[] {
  return text
    .split(/[\s,，、]+/)
    .filter((part) => /^\d+$/.test(part))
    .map(Number);
}

/** Number of terminals in each wave; the rest is a last one. */
export function plannedWaves(sizes: readonly number[], terminals: number): number[] {
  const planned: number[] = [];
  let left = terminals;
  for (const size of sizes) {
    if (left === 0) break;
    planned.push(Math.min(size, left));
    left -= Math.min(size, left);
  }
  return left > 0 ? [...planned, left] : planned;
}
