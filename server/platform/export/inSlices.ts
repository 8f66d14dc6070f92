import { Semaphore } from '../process/semaphore.ts';
import { createSlices } from '../process/slices.ts';

/** Files processed at once; further ones wait in order. */
const AT_ONCE = 2;
const working = new Semaphore(AT_ONCE);

/** Yields the same rows; pauses for the event loop between slices of work. */
export async function* inSlices<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  const nextSlice = createSlices();
  await nextSlice();
  for await (const row of rows) {
    yield row;
    await nextSlice();
  }
}

/**
 * Yields the same pieces of a file, each produced in a slot: few exports read from the database at once, so
 * that an alarm finds free connections. A slow receiver blocks no other, as it holds no slot between two
 * pieces.
 */
export async function* inTurn<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const source = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await working.run(() => source.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await source.return?.();
  }
}
