import { Slots } from '../media/slots.ts';
import { createSlices } from '../slices.ts';

/** Parts of exports that are read from the database at once; the others wait in order. */
const READ_AT_ONCE = 2;
const reading = new Slots(READ_AT_ONCE);

/**
 * Reads one part of an export when it is its turn. Whoever takes the file slowly keeps nobody waiting: between two parts
 * it has no place. An alarm finds connections to the database, and little that comes in at the same time.
 */
export function readPart<T>(read: () => Promise<T>): Promise<T> {
  return reading.run(read);
}

/** The same rows; what makes and takes them shares the event loop with all other long work. */
export async function* inSlices<Row>(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<Row> {
  const breathe = createSlices();
  await breathe();
  for await (const row of rows) {
    yield row;
    await breathe();
  }
}
