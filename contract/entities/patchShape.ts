import { z } from 'zod';

type Bare<T> = T extends z.ZodDefault<infer Inner> ? Inner : T;

/** The fields of a whole as those of a change: all optional, and without defaults, so that what is absent stays. */
export function patchShape<Shape extends z.ZodRawShape>(
  shape: Shape,
): { [K in keyof Shape]: z.ZodOptional<Bare<Shape[K]>> } {
  const fields = Object.entries(shape).map(([name, field]) => {
    if (!(field instanceof z.ZodDefault)) return [name, z.optional(field as z.ZodType)];
    // The description belongs to what is unwrapped here.
    const bare = z.optional(field.unwrap() as z.ZodType);
    return [name, field.description === undefined ? bare : bare.describe(field.description)];
  });
  return Object.fromEntries(fields) as never;
}
