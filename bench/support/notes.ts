/** Notes of a result about its run: a smaller load, fewer runs. */
const notes: string[] = [];

/** Prints a note and keeps it for the result. */
export function note(text: string): void {
  notes.push(text);
  process.stdout.write(`${text}\n`);
}

/** Forgets the notes of an attempt that is repeated. */
export function dropNotes(): void {
  notes.length = 0;
}

export const allNotes = (): readonly string[] => notes;
