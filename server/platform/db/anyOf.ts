import { type SQL, sql } from 'drizzle-orm';

/** `any(…)` over ids as one parameter: the statement stays the same however many they are. */
export const anyOf = (ids: Iterable<number>): SQL => sql`any(${sql.param([...ids])}::int[])`;
