import { createSlices } from './slices.ts';

/** Rows that are made, sent or read by one statement: some milliseconds of this process at most. */
const PART = 100;
/** Values that may be gone through at one stretch. */
const FEW = 10;

/** The parts of a long list, each when the event loop has a slice for it; a list of one part does not wait. */
export async function* inParts<T>(all: readonly T[], size: number = PART): AsyncGenerator<T[]> {
  const breathe = createSlices();
  for (let i = 0; i < all.length; i += size) {
    if (all.length > size) await breathe();
    yield all.slice(i, i + size);
  }
}

/** The same values one by one; whatever is done with one is short, and a few do not wait. */
export async function* oneByOne<T>(all: readonly T[]): AsyncGenerator<T> {
  const breathe = createSlices();
  for (const [i, one] of all.entries()) {
    if (i > 0 && i % FEW === 0) await breathe();
    yield one;
  }
}
