import { AppError } from '../../../../contract/api/errors.ts';
import { attentionTone, audioSource } from '../../../../contract/codes.ts';
import type {
  LinkageDiffers,
  LinkageLack,
  LinkagePreview,
} from '../../../../contract/entities/tasks/linkageTask.ts';
import { ruleMessage } from '../../../../contract/rules/ruleMessage.ts';
import type { BroadcastItem } from '../../../sound/source/broadcastItem.ts';
import type { Programmes } from '../../../sound/source/programmes.ts';
import { differences, frozenOf, type LibraryPart } from '../plans/frozen.ts';
import type { FrozenPart } from '../plans/frozenPart.ts';
import { createFrozenSound } from './frozenSound.ts';
import type { MessageFiles } from './messageFile.ts';

/** Sound of a linkage task, made before any alarm. */
export interface PreparedSound {
  /** One round: tone and message as one programme; null: not made yet, or the task has no sound. */
  round: BroadcastItem | null;
  /** Message key of why a part is missing; null: all parts are there. */
  missing: string | null;
  /** The missing parts. */
  lacking: readonly LinkageLack[];
  /** Parts whose library version differs from the frozen one. */
  differs: readonly LinkageDiffers[];
}

export interface TaskSoundDeps {
  programmes: Programmes;
  messages: MessageFiles;
  /** Library items that a task names, as they are now. */
  library(task: LinkagePreview): Promise<LibraryPart[]>;
}

const soundless: readonly number[] = [audioSource.none, audioSource.controlTask];

/**
 * Makes the round of a linkage task from its tone and parts: frozen parts are kept, others are frozen now.
 */
export function createTaskSound(deps: TaskSoundDeps) {
  const { programmes } = deps;
  const frozenSound = createFrozenSound(deps);

  /** @param isStrict throws the error of a missing part instead of listing it */
  return async function soundOf(
    task: LinkagePreview,
    before: readonly FrozenPart[],
    isStrict = false,
  ): Promise<{ sound: PreparedSound; frozen: FrozenPart[] }> {
    const library = await deps.library(task);
    const frozen = frozenOf(task, library, before);
    if (soundless.includes(task.audio_source))
      return { sound: { round: null, missing: null, lacking: [], differs: [] }, frozen };
    const items: BroadcastItem[] = [];
    const lacking: LinkageLack[] = [];
    const take = async (
      what: LinkageLack['what'],
      id: number | null,
      make: () => Promise<BroadcastItem[]>,
    ) => {
      try {
        items.push(...(await make()));
      } catch (error) {
        if (isStrict || !(error instanceof AppError)) throw error;
        const { reason = ruleMessage(error.key, error.params) } = error.params;
        lacking.push({ what, id, reason: String(reason) });
      }
    };
    const { tone } = task;
    if (tone !== attentionTone.none) await take('tone', null, async () => [await programmes.tone(tone)]);
    // Each part on its own: a missing one must not take the others with it.
    for (const [i, part] of frozen.entries())
      await take(part.what, part.id, async () => {
        const had = await frozenSound.of(part, library);
        frozen[i] = had.part;
        return [had.item];
      });
    const round = items.length === 0 ? null : await deps.messages.join(task.name, items);
    const differs = isStrict ? [] : differences(frozen, library, await frozenSound.ofLibrary(library));
    return { sound: { round, missing: lacking[0]?.reason ?? null, lacking, differs }, frozen };
  };
}
