import { z } from 'zod';
import { permissionKeys } from '../permissions.ts';
import { requiredText, userNumber } from '../rules.ts';
import { defineEntity } from './entity.ts';

const name = requiredText('name');
const code = requiredText('code').pipe(userNumber);
/** Keys of spec 6 and our own; which one may grant is up to the server. */
const permissions = z.array(z.enum(permissionKeys)).max(permissionKeys.length);

/** Role: spec 3 (code, name, permissions). `users`: accounts that hold it, in any zone. */
export const roleEntity = defineEntity({
  path: 'role',
  key: 'role',
  row: z.object({
    id: z.number().int(),
    code: z.string(),
    name: z.string(),
    permissions: z.array(z.string()),
    /** One of the three of the first start: may be edited, not deleted (design 11). */
    builtin: z.boolean(),
    users: z.number().int(),
    rev: z.number().int(),
    created_at: z.number().int(),
  }),
  create: z.object({ code, name, permissions }),
  patch: z.object({ code: code.optional(), name: name.optional(), permissions: permissions.optional() }),
  filter: z.object({ code: z.string().max(50).optional() }),
  sortable: ['code', 'name', 'created_at'],
  searchable: ['code', 'name'],
});
export type Role = z.output<typeof roleEntity.row>;
