import { createHash } from 'node:crypto';
import { audioSource } from '../../../../contract/codes.ts';
import type { LinkageDiffers, LinkagePreview } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { FrozenPart } from './frozenPart.ts';

/**
 * Frozen parts of a linkage task: its files and texts as they were when it was saved. Others may edit the
 * library, so an alarm takes from it only what has the frozen digest (docs/decisions/0087-owners.md).
 */

/** A file or text of the library as it is now. */
export type LibraryPart = Pick<FrozenPart, 'what' | 'id' | 'name' | 'digest' | 'words'>;
export type Words = NonNullable<FrozenPart['words']>;

type SoundChoice = Pick<
  LinkagePreview,
  'audio_source' | 'files' | 'textContent' | 'voiceName' | 'voiceSpeed' | 'preset_text'
>;

/** SHA-256 of a text with voice and speed; the digest of a file is that of its upload. */
export function digestOf({ text, voice, speed }: Words): string {
  return createHash('sha256')
    .update(JSON.stringify([text, voice, speed]))
    .digest('hex');
}

/** Library items that a task names. */
export function namedBy(task: SoundChoice): { files: readonly number[]; presetText: number | null } {
  return {
    files: task.audio_source === audioSource.mediaFile ? task.files : [],
    presetText: task.audio_source === audioSource.ttsText ? task.preset_text : null,
  };
}

/** Text that is part of the task itself, not of the library; null: none. */
function ownText(task: SoundChoice): LibraryPart | null {
  const { textContent: text, voiceName: voice, voiceSpeed: speed } = task;
  if (task.audio_source !== audioSource.ttsText || task.preset_text !== null || text === '') return null;
  const words = { text, voice, speed };
  return { what: 'text', id: null, name: text.slice(0, 50), digest: digestOf(words), words };
}

/**
 * Parts of a task in the order in which they are heard. A part that was frozen before stays so while the task
 * names it; new parts are taken from the library as it is now.
 *
 * @param library the items that `namedBy` names, as far as they exist
 */
export function frozenOf(
  task: SoundChoice,
  library: readonly LibraryPart[],
  before: readonly FrozenPart[],
): FrozenPart[] {
  const part = (what: 'file' | 'preset_text', id: number): FrozenPart => {
    const held = before.find((one) => one.what === what && one.id === id);
    if (held !== undefined) return held;
    const now = library.find((one) => one.what === what && one.id === id);
    return { ...(now ?? { what, id, name: `#${id}`, digest: '', words: null }), sound: null };
  };
  const { files, presetText } = namedBy(task);
  const own = ownText(task);
  const heldText = before.find((one) => own !== null && one.what === 'text' && one.digest === own.digest);
  return [
    ...files.map((id) => part('file', id)),
    ...(presetText === null ? [] : [part('preset_text', presetText)]),
    ...(own === null ? [] : [heldText ?? { ...own, sound: null }]),
  ];
}

/**
 * Parts whose library version differs from the frozen one.
 * @param sounds keys of library items, as far as they are built
 */
export function differences(
  frozen: readonly FrozenPart[],
  library: readonly LibraryPart[],
  sounds: ReadonlyMap<LibraryPart, string>,
): LinkageDiffers[] {
  const found = new Map<string, LinkageDiffers>();
  for (const part of frozen) {
    if (part.what === 'text' || part.id === null) continue;
    const now = library.find((one) => one.what === part.what && one.id === part.id);
    const sound = now === undefined ? undefined : sounds.get(now);
    const isSame =
      now?.digest === part.digest && (sound === undefined || part.sound === null || sound === part.sound);
    if (!isSame)
      found.set(`${part.what}${part.id}`, {
        what: part.what,
        id: part.id,
        name: now?.name ?? part.name,
        gone: now === undefined,
        ...(part.words === null ? {} : { text: part.words.text }),
      });
  }
  return [...found.values()];
}
