import { z } from 'zod';
import { keyQuery } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { declaring } from '../registry.ts';

/** Actions of the audit log beside create, edit and delete; an action not listed here is shown by its code. */
export const auditActions = [
  'create',
  'edit',
  'delete',
  'password',
  'password_reset',
  'session_end',
  'acknowledge',
  'adopt',
  'replace',
  'enrol',
  'refuse',
  'restart',
  'identify',
  'order',
  'start',
  'pause',
  'resume',
  'stop',
  'enable',
  'disable',
  'build',
  'retry',
  'cancel',
  'grant',
  'login',
  'login_failed',
  'logout',
  'power_on',
  'power_off',
  'call',
  'hang_up',
  'dial',
  'talk',
  'set_server',
  'set_buffalo',
  'remote_log',
  'remote_network',
  'remote_restart',
  'take_over',
] as const;

/** Entities of the audit log, named as in their permission keys. */
export const auditEntities = declaring('one').map(({ key }) => key);

/**
 * Row of the audit log: account, entity, values before and after; never with passwords or secrets, not even hashed.
 */
export const auditRow = z.object({
  id: z.number().int().describe(fieldText.id),
  at: z.number().int().describe(fieldText.at),
  account_id: z
    .number()
    .int()
    .nullable()
    .describe('Id of the account; null: none, for example a terminal that enrolled itself.'),
  account_code: z.string().describe(fieldText.account_code),
  client_ip: z.string().describe('IP address of the request.'),
  action: z.string().describe('What was done: create, edit, delete, start, stop, login and others.'),
  entity: z.string().describe('Entity, named as in the permission keys.'),
  entity_id: z.number().int().nullable().describe(fieldText.entity_id),
  before: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Values before, by field; null: it was created.'),
  after: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Values after, by field; null: it was deleted.'),
});
export type AuditRow = z.output<typeof auditRow>;

const word = z.string().max(60).optional();
const seconds = z.coerce.number().int().min(0).max(253_402_300_799).optional();

/** `GET /v1/audit`: newest first. `from` and `to` are epoch seconds, both included; `q` searches the values. */
export const auditQuery = keyQuery.extend({
  from: seconds.describe(fieldText.from),
  to: seconds.describe('Up to this moment, included, epoch s.'),
  account_code: word.describe(fieldText.account_code),
  entity: word.describe('Entity, named as in the permission keys.'),
  entity_id: z.coerce.number().int().min(1).max(2_147_483_647).optional().describe(fieldText.entity_id),
  action: word.describe('What was done: create, edit, delete, start, stop, login and others.'),
  q: z.string().max(200).optional().describe('Search text in the values.'),
});
export type AuditQuery = z.output<typeof auditQuery>;
