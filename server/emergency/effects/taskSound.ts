import { attentionTone, audioSource } from '../../../contract/codes.ts';
import type { LinkageLack, LinkagePreview } from '../../../contract/entities/linkageTask.ts';
import { AppError } from '../../../contract/errors.ts';
import { ruleMessage } from '../../../contract/ruleMessage.ts';
import type { Programmes } from '../../broadcast/programmes.ts';
import type { BroadcastItem } from '../../db/schema.ts';
import type { MessageFiles } from './messageFile.ts';

/** What a linkage task plays, made ahead of any alarm. */
export interface PreparedSound {
  /** One round: tone and message as one programme; null: there is no sound of it (yet), or it has none. */
  round: BroadcastItem | null;
  /** Why something of it is not there: a message key; null: all of it is. */
  missing: string | null;
  /** Which parts are not there. */
  lacking: readonly LinkageLack[];
}

const soundless: readonly number[] = [audioSource.none, audioSource.controlTask];

/**
 * Makes the function that makes the sound of a linkage task. `isStrict`: what cannot be had is thrown as it is (AppError)
 * instead of told in `lacking`.
 */
export function createTaskSound(deps: { programmes: Programmes; messages: MessageFiles }) {
  const { programmes } = deps;
  return async function soundOf(task: LinkagePreview, isStrict = false): Promise<PreparedSound> {
    if (soundless.includes(task.audio_source)) return { round: null, missing: null, lacking: [] };
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
    if (task.audio_source === audioSource.mediaFile)
      for (const id of task.files) await take('file', id, () => programmes.items([id]));
    else if (task.audio_source === audioSource.ttsText) {
      const { preset_text, textContent, voiceName, voiceSpeed } = task;
      if (preset_text !== null)
        await take('preset_text', preset_text, () => programmes.presetText(preset_text));
      else if (textContent !== '')
        await take('text', null, async () => [await programmes.speech(textContent, voiceName, voiceSpeed)]);
    }
    const round = items.length === 0 ? null : await deps.messages.join(task.name, items);
    return { round, missing: lacking[0]?.reason ?? null, lacking };
  };
}
