import { and, eq, inArray } from 'drizzle-orm';
import type { DbOrTx } from '../../../platform/db/client.ts';
import { file } from '../../../sound/files/file.table.ts';
import { presetText } from '../../../sound/texts/presetText.table.ts';
import { digestOf, type LibraryPart } from './frozen.ts';
import type { FrozenPart } from './frozenPart.ts';
import { linkageTask } from './linkageTask.table.ts';

/** Files and a preset text as the library has them now; missing ones are left out. */
export async function libraryParts(
  db: DbOrTx,
  wanted: { files: readonly number[]; presetText: number | null },
): Promise<LibraryPart[]> {
  const files =
    wanted.files.length === 0
      ? []
      : await db
          .select({ id: file.id, name: file.name, sha256: file.sha256 })
          .from(file)
          .where(inArray(file.id, [...wanted.files]));
  const texts =
    wanted.presetText === null
      ? []
      : await db.select().from(presetText).where(eq(presetText.id, wanted.presetText));
  return [
    ...files.map(({ id, name, sha256 }) => ({
      what: 'file' as const,
      id,
      name,
      digest: sha256,
      words: null,
    })),
    ...texts.map(({ id, name, textContent: text, voiceName: voice, voiceSpeed: speed }) => {
      const words = { text, voice, speed };
      return { what: 'preset_text' as const, id, name, digest: digestOf(words), words };
    }),
  ];
}

/**
 * Stores the frozen parts of a task if the task is still at this revision. No change by a person: no new
 * revision.
 */
export async function storeFrozen(
  db: DbOrTx,
  task: { id: number; rev: number },
  frozen: readonly FrozenPart[],
): Promise<boolean> {
  const stored = await db
    .update(linkageTask)
    .set({ frozen: [...frozen] })
    .where(and(eq(linkageTask.id, task.id), eq(linkageTask.rev, task.rev)))
    .returning({ id: linkageTask.id });
  return stored.length > 0;
}
