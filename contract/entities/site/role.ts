import { z } from 'zod';
import { permissionKeys } from '../../api/permissions.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { requiredText, userNumber } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';

const name = requiredText('name');
const code = requiredText('code').pipe(userNumber);
/** Permission keys; the server decides which of them an account may grant. */
const permissions = z.array(z.enum(permissionKeys)).max(permissionKeys.length);

/** Role (code, name, permissions). `users`: accounts that hold it, in any zone. */
export const roleEntity = defineEntity({
  path: 'role',
  key: 'role',
  noun: {
    one: 'role',
    many: 'roles',
    about: 'A role is a set of permission keys; each account has one role.',
    removal: 'A role that accounts have, and the three roles of the first start, cannot be deleted.',
    failures: {
      write: { forbidden: ['auth.roleBeyondOwn'], conflict: ['auth.lastAdministrator'] },
      remove: { conflict: ['account.builtinRole', 'auth.roleInUse'] },
    },
  },
  example: { code: 'desk', name: 'Front desk', permissions: ['list_device'] },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    code: z.string().describe(fieldText.code),
    name: z.string().describe(fieldText.name),
    permissions: z.array(z.string()).describe(fieldText.permissions),
    builtin: z.boolean().describe('Created at the first start; can be changed, but not deleted.'),
    users: z.number().int().describe('Number of accounts that have it, in any zone.'),
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe(fieldText.created_at),
  }),
  create: z.object({
    code: code.describe(fieldText.code),
    name: name.describe(fieldText.name),
    permissions: permissions.describe(fieldText.permissions),
  }),
  patch: z.object({
    code: code.optional().describe(fieldText.code),
    name: name.optional().describe(fieldText.name),
    permissions: permissions.optional().describe(fieldText.permissions),
  }),
  filter: z.object({ code: z.string().max(50).optional().describe(fieldText.code) }),
  sortable: ['code', 'name', 'created_at'],
  searchable: ['code', 'name'],
});
export type Role = z.output<typeof roleEntity.row>;
