import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver, ResolverError } from 'react-hook-form';
import type { z } from 'zod';
import { zodMessage } from './errors.ts';

/** A name that every schema accepts. */
const anyName = '-';

/**
 * Validates a form with its schema. Zod checks the rules between fields only when every single field is
 * valid; a missing name must not hide them, so that all errors are shown at once.
 */
export function formResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  const check = zodResolver(schema as never, { error: zodMessage }) as unknown as Resolver<
    Input,
    unknown,
    Output
  >;
  return async (values, context, options) => {
    const first = await check(values, context, options);
    const wrong = Object.keys(first.errors);
    if (wrong.length !== 1 || wrong[0] !== 'name') return first;
    const { errors } = await check({ ...values, name: anyName }, context, options);
    return { values: {}, errors: { ...errors, ...first.errors } } as ResolverError<Input>;
  };
}
