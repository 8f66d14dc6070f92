import { attempts } from '../../tests/support/load/sizing.ts';
import { machineSpeed } from './machine.ts';
import { dropNotes, note } from './notes.ts';

/**
 * Runs a benchmark with as much load as this machine can generate, and notes its share of the nominal load.
 *
 * @param busy part of the load's core on the reference machine under the nominal load, 0–1
 * @param run called with the share of the nominal load, 0–1; must end its processes when it throws
 */
export function sized(busy: number, run: (share: number) => Promise<void>): Promise<void> {
  return attempts(
    {
      busy,
      speed: machineSpeed(),
      begins(share, reason) {
        if (reason !== null) process.stdout.write(`${reason}\n`);
        dropNotes();
        if (share < 1)
          note(
            `the load is ${Math.round(share * 100)} % of the nominal one: its generator is not the bottleneck`,
          );
      },
    },
    run,
  );
}
