import type { TtsVoice } from '../../../contract/codes.ts';
import { audioSource } from '../../../contract/codes.ts';
import type { StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import type { Media } from '../files/media.ts';
import type { Tone } from '../files/tones.ts';
import type { SpokenLive } from '../voice/growingSpeech.ts';
import type { BroadcastItem } from './broadcastItem.ts';

/** Provides the programmes of files, texts and tones. */
export interface Programmes {
  /** @throws AppError 404 for a file that does not exist, 409 for one that is not built */
  items(ids: readonly number[]): Promise<BroadcastItem[]>;
  /** A preset text. @throws AppError 404 for one that does not exist, 409 for one that is not built */
  presetText(id: number): Promise<BroadcastItem[]>;
  /** Synthesises a text, or finds it synthesised already. @throws AppError with the reason when that fails */
  speech(text: string, voice: TtsVoice, speed: number): Promise<BroadcastItem>;
  /**
   * Like `speech`, but resolves once its beginning can be heard: `live`, with an item whose programme and
   * length are not known yet.
   */
  spoken(
    text: string,
    voice: TtsVoice,
    speed: number,
  ): Promise<{ item: BroadcastItem; live: SpokenLive | null }>;
  /** An attention tone. @throws AppError when it cannot be rendered */
  tone(tone: Tone): Promise<BroadcastItem>;
}

/**
 * Items of a task, as far as they exist before it starts: null for a text that must be synthesised first, and
 * for a stream.
 */
export async function storedItems(
  programmes: Programmes,
  task: Pick<StartRealTimeTask, 'audio_source' | 'files' | 'preset_text' | 'chime_before' | 'chime_after'>,
): Promise<BroadcastItem[] | null> {
  if (task.audio_source === audioSource.mediaFile)
    return withChimes(programmes, task, await programmes.items(task.files));
  if (task.audio_source !== audioSource.ttsText || task.preset_text === null) return null;
  return withChimes(programmes, task, await programmes.presetText(task.preset_text));
}

/** Puts a list between its chimes (server/sound/source/chimeTimeline.ts). @throws AppError as `items` for a chime */
export async function withChimes(
  programmes: Pick<Programmes, 'items'>,
  { chime_before, chime_after }: Pick<StartRealTimeTask, 'chime_before' | 'chime_after'>,
  list: readonly BroadcastItem[],
): Promise<BroadcastItem[]> {
  const chime = async (id: number | null, part: 'before' | 'after') =>
    id === null ? [] : (await programmes.items([id])).map((item) => ({ ...item, part }));
  return [...(await chime(chime_before, 'before')), ...list, ...(await chime(chime_after, 'after'))];
}

/** Length of the part of a text that names its item, characters. */
const NAME_LENGTH = 50;

function itemOf(
  text: string,
  { path, duration_ms }: Pick<BroadcastItem, 'path' | 'duration_ms'>,
): BroadcastItem {
  return { kind: 'speech', file_id: null, name: text.slice(0, NAME_LENGTH), path, duration_ms };
}

/** Programmes of server/sound/files. */
export function programmesOf(media: Pick<Media, 'files' | 'speech' | 'presetTexts' | 'tones'>): Programmes {
  return {
    items: (ids) => media.files.items(ids),
    presetText: (id) => media.presetTexts.items([id]),
    tone: (tone) => media.tones.of(tone),
    speech: async (text, voice, speed) => itemOf(text, await media.speech.build({ text, voice, speed })),
    async spoken(text, voice, speed) {
      const speech = await media.speech.begin({ text, voice, speed });
      return 'growing' in speech
        ? { item: itemOf(text, { path: '', duration_ms: 0 }), live: speech }
        : { item: itemOf(text, speech), live: null };
    },
  };
}
