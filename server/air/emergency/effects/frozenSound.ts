import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { BroadcastItem } from '../../../sound/source/broadcastItem.ts';
import type { Programmes } from '../../../sound/source/programmes.ts';
import type { LibraryPart } from '../plans/frozen.ts';
import type { FrozenPart } from '../plans/frozenPart.ts';
import type { MessageFiles } from './messageFile.ts';

export interface FrozenSoundDeps {
  programmes: Programmes;
  messages: MessageFiles;
}

/** Finds the sound of the frozen parts of a linkage task. */
export function createFrozenSound({ programmes, messages }: FrozenSoundDeps) {
  const keyOf = (item: BroadcastItem) => item.path.split('/').at(-1) ?? '';

  /**
   * Makes the sound of a part whose digest is the frozen one.
   * @throws AppError 404 or 409 when the library has none
   */
  async function made(part: FrozenPart, library: readonly LibraryPart[]): Promise<BroadcastItem[]> {
    const now = library.find((one) => one.what === part.what && one.id === part.id);
    if (part.words === null) {
      if (part.id === null || now === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
      if (now.digest !== part.digest) throw new AppError(errorCode.conflict, 'alarm.libraryDiffers');
      return programmes.items([part.id]);
    }
    if (part.what === 'preset_text' && part.id !== null && now?.digest === part.digest) {
      // As the library sounds; synthesised here if that is not ready.
      const heard = await programmes.presetText(part.id).catch(() => null);
      if (heard !== null) return heard;
    }
    const { text, voice, speed } = part.words;
    return [await programmes.speech(text, voice, speed)];
  }

  return {
    /** Sound of a part from its own copy; without one the copy is made now. @throws AppError as `made` */
    async of(
      part: FrozenPart,
      library: readonly LibraryPart[],
    ): Promise<{ item: BroadcastItem; part: FrozenPart }> {
      const held = part.sound === null ? null : await messages.held(part.sound, part.name);
      const item = held ?? (await messages.join(part.name, await made(part, library)));
      return { item, part: { ...part, sound: keyOf(item) } };
    },
    /** Keys of the sounds of library items as they are now, where they are built. */
    async ofLibrary(library: readonly LibraryPart[]): Promise<Map<LibraryPart, string>> {
      const found = new Map<LibraryPart, string>();
      for (const one of library) {
        if (one.id === null) continue;
        const items = one.what === 'file' ? programmes.items([one.id]) : programmes.presetText(one.id);
        const [item] = await items.catch(() => []);
        const key = item === undefined ? null : await messages.keyOf(item).catch(() => null);
        if (key !== null) found.set(one, key);
      }
      return found;
    },
  };
}
export type FrozenSound = ReturnType<typeof createFrozenSound>;
