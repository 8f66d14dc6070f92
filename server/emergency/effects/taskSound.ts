import { attentionTone, audioSource } from '../../../contract/codes.ts';
import type { LinkageDiffers, LinkageLack, LinkagePreview } from '../../../contract/entities/linkageTask.ts';
import { AppError } from '../../../contract/errors.ts';
import { ruleMessage } from '../../../contract/ruleMessage.ts';
import type { Programmes } from '../../broadcast/programmes.ts';
import type { BroadcastItem, FrozenPart } from '../../db/schema.ts';
import { differences, frozenOf, type LibraryPart } from '../plans/frozen.ts';
import { createFrozenSound } from './frozenSound.ts';
import type { MessageFiles } from './messageFile.ts';

/** What a linkage task plays, made ahead of any alarm. */
export interface PreparedSound {
  /** One round: tone and message as one programme; null: there is no sound of it (yet), or it has none. */
  round: BroadcastItem | null;
  /** Why something of it is not there: a message key; null: all of it is. */
  missing: string | null;
  /** Which parts are not there. */
  lacking: readonly LinkageLack[];
  /** Where the library has become other than what was frozen. */
  differs: readonly LinkageDiffers[];
}

export interface TaskSoundDeps {
  programmes: Programmes;
  messages: MessageFiles;
  /** What a task names, as the library has it now. */
  library(task: LinkagePreview): Promise<LibraryPart[]>;
}

const soundless: readonly number[] = [audioSource.none, audioSource.controlTask];

/** Joins tone and parts of linkage tasks to one round: what was frozen stays, what was not is frozen now. */
export function createTaskSound(deps: TaskSoundDeps) {
  const { programmes } = deps;
  const frozenSound = createFrozenSound(deps);

  /** @param isStrict what cannot be had is thrown, instead of told */
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
    // Each on its own: a message that cannot be had must not take the others with it.
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
