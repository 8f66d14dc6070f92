import { createSlices } from './slices.ts';

/** Number of rows made, sent or read by one statement: at most some milliseconds of processor time. */
const PART = 100;
/** Number of values processed without yielding. */
const FEW = 10;

/**
 * Yields the parts of a long list, each when the event loop has a slice for it; a list of one part does not
 * wait.
 */
export async function* inParts<T>(all: readonly T[], size: number = PART): AsyncGenerator<T[]> {
  const nextSlice = createSlices();
  for (let i = 0; i < all.length; i += size) {
    if (all.length > size) await nextSlice();
    yield all.slice(i, i + size);
  }
}

/** Yields values one by one, for short work on each; a few values do not wait. */
export async function* oneByOne<T>(all: readonly T[]): AsyncGenerator<T> {
  const nextSlice = createSlices();
  for (const [i, one] of all.entries()) {
    if (i > 0 && i % FEW === 0) await nextSlice();
    yield one;
  }
}
