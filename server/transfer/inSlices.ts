import { Slots } from '../media/slots.ts';
import { createSlices } from '../slices.ts';

/** Files that are worked on at once; the others wait in order. */
const AT_ONCE = 2;
const working = new Slots(AT_ONCE);

/** The same rows; what makes and takes them shares the event loop with all other long work. */
export async function* inSlices<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  const breathe = createSlices();
  await breathe();
  for await (const row of rows) {
    yield row;
    await breathe();
  }
}

/**
 * The same pieces of a file, each made when it is its turn: few read from the database at once, and an alarm finds
 * connections to it. Whoever takes a file slowly keeps nobody waiting, for between two pieces it has no place.
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
