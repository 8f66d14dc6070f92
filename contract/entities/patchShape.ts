import { z } from 'zod';

type Bare<T> = T extends z.ZodDefault<infer Inner> ? Inner : T;

/** The fields of a whole as those of a change: all optional, and without defaults, so that what is absent stays. */
export function patchShape<Shape extends z.ZodRawShape>(
  shape: Shape,
): { [K in keyof Shape]: z.ZodOptional<Bare<Shape[K]>> } {
  const fields = Object.entries(shape).map(([name, field]) => {
    const bare = field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field;
    return [name, z.optional(bare as z.ZodType)];
  });
  return Object.fromEntries(fields) as never;
}
