import type { z } from 'zod';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { parseOrThrow } from '../../platform/crud/parseOrThrow.ts';
import { targetZone } from './targetZone.ts';
import type { Zones } from './zones.ts';

type Values = Record<string, unknown>;

/** Checks what is written to an entity that lies in a zone: always the whole row, also for a change of some fields. */
export interface ZonedForm<Form> {
  /**
   * Checks a whole row; without a zone it gets the top zone, as terminals do.
   * @throws AppError 400 with the invalid fields, 404 for a zone outside those of the caller
   */
  check(caller: Caller, values: Values): Form & { org: number };
  /** Checks a row with changed values. @throws AppError as `check` */
  checkChange(caller: Caller, row: Values, changed: Values): Form & { org: number };
}

/** @param form the entity's fields with the rules of a whole row */
export function zonedForm<Form extends { org: number | null }>(
  zones: Zones,
  entity: EntityContract,
  form: z.ZodType<Form>,
): ZonedForm<Form> {
  function check(caller: Caller, values: Values) {
    const row = parseOrThrow(form, values);
    return { ...row, org: targetZone(zones, caller.scope, row.org) };
  }
  return {
    check,
    checkChange(caller, row, changed) {
      const names = Object.keys(entity.create.shape);
      const whole = names.map((name) => [name, name in changed ? changed[name] : row[name]]);
      return check(caller, Object.fromEntries(whole));
    },
  };
}
