/** A part of a linkage task's sound, as it was when the task was saved (server/air/emergency/plans/frozen.ts). */
export interface FrozenPart {
  what: 'file' | 'preset_text' | 'text';
  /** Id of the file or preset text in the library. */
  id: number | null;
  name: string;
  /** SHA-256 of the uploaded file, or of text and voice; empty: the library did not have it. */
  digest: string;
  words: { text: string; voice: 'xiaoyan' | 'xiaofeng'; speed: number } | null;
  /** Key of the copy of its sound; null: not made yet. */
  sound: string | null;
}
