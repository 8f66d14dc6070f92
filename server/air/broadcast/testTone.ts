import { randomInt } from 'node:crypto';
import { audioSource, loopMode, playOrder, taskType } from '../../../contract/codes.ts';
import type { TestTone } from '../../../contract/entities/tasks/testTone.ts';
import { systemName } from '../../../contract/systemName.ts';
import { beginsNow } from './beginsNow.ts';
import { goOnAir } from './goOnAir.ts';
import { type BroadcastServiceDeps, type By, readable } from './startTask.ts';
import { resolveTargets } from './targetResolver.ts';

/** Priority of a real-time task that names none. */
const PRIORITY = 50;

/**
 * Plays an audible tone once, as a real-time task: it needs no file, so that a terminal can be heard as soon as it is
 * adopted, and leaves a proof of delivery like every other broadcast.
 *
 * @throws AppError 404 for a terminal that the caller does not see, 999 when the tone
 *   cannot be made or it is stopped before it is on the air
 */
export async function startTestTone(
  deps: BroadcastServiceDeps,
  { caller, ip }: By,
  { devices }: TestTone,
): Promise<{ id: number }> {
  const { engine } = deps;
  const terminals = resolveTargets(deps, caller.scope, { devices, orgs: [], groups: [] });
  const pending = engine.pending.begin(terminals.map(({ id }) => id));
  try {
    const name = systemName('test_tone', '');
    const items = [{ ...(await deps.programmes.tone('test')), name }];
    const now = Date.now();
    const values = {
      task_type: taskType.realTime,
      name,
      audio_source: audioSource.mediaFile,
      priority: PRIORITY,
      volume: null,
      play_order: playOrder.sequential,
      loop: loopMode.listOnce,
      interval_ms: 0,
      seed: randomInt(2 ** 31),
      items,
      ...beginsNow(now, caller),
    };
    const source = await readable(items, () => engine.prepare(values));
    const { items: _items, ...after } = values;
    const by = { ...caller, ip };
    const air = { values, terminals, startedBy: caller.name, by, action: 'start', after, pending };
    return { id: (await goOnAir(deps, air, source)).id };
  } finally {
    pending.end();
  }
}
