import type { z } from 'zod';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { issueFault } from '../../../contract/rules/ruleMessage.ts';

/** Parses a value by its schema. @throws AppError 400 with the invalid fields, as for a request body */
export function parseOrThrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const fields = read.error.issues.map((issue) => issueFault(issue));
  throw new AppError(errorCode.badRequest, 'common.invalidRequest', {}, { fields });
}
