const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * Counts the rows of CSV text in chunks, and finds where the last complete row ends: a line break within
 * quotes is part of a value.
 */
export class CsvRows {
  #isQuoted = false;
  rows = 0;

  /** @returns offset after the last row that ends in this chunk; 0 when none does */
  take(chunk: Uint8Array): number {
    let end = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      // A quote within a value is doubled, which toggles the state twice.
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (byte === NEWLINE && !this.#isQuoted) {
        this.rows++;
        end = at + 1;
      }
    }
    return end;
  }
}
