import { z } from 'zod';

type Bare<T> = T extends z.ZodDefault<infer Inner> ? Inner : T;

/** Fields of a patch: all optional and without defaults, so that absent fields stay unchanged. */
export function patchShape<Shape extends z.ZodRawShape>(
  shape: Shape,
): { [K in keyof Shape]: z.ZodOptional<Bare<Shape[K]>> } {
  const fields = Object.entries(shape).map(([name, field]) => {
    if (!(field instanceof z.ZodDefault)) return [name, z.optional(field as z.ZodType)];
    // The description is set on the wrapper and would be lost with it.
    const bare = z.optional(field.unwrap() as z.ZodType);
    return [name, field.description === undefined ? bare : bare.describe(field.description)];
  });
  return Object.fromEntries(fields) as never;
}
