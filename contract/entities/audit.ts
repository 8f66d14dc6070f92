import { z } from 'zod';
import { keyQuery } from '../envelope.ts';

/** What was done, beside create, edit and delete; an action not named here is shown by its own word. */
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
  'logout',
  'power_on',
  'power_off',
  'call',
  'hang_up',
  'dial',
  'talk',
  'set_server',
  'set_buffalo',
] as const;

/** What entries are about, as their permission keys call it; an entity not named here is shown by its own word. */
export const auditEntities = [
  'user',
  'role',
  'partition',
  'device',
  'device_group',
  'task',
  'file',
  'file_group',
  'fault',
  'scheduled_task',
  'plan',
  'capturer_task',
  'gpio_task',
  'preset_text',
  'radio',
  'caster',
  'capturer',
  'dialogue',
  'xtts',
  'fire_control_device',
  'linkage_task',
  'alarm_plan',
  'alarm_record',
  'quick_code',
  'upgrade_file',
  'upgrade',
  'integration',
  'sys_config',
  'pairing_code',
] as const;

/** Who changed what, before and after. Never holds passwords or secrets, not even hashed. */
export const auditRow = z.object({
  id: z.number().int(),
  at: z.number().int(),
  /** Null: no account, e.g. a terminal that enrolled itself. */
  account_id: z.number().int().nullable(),
  account_code: z.string(),
  client_ip: z.string(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.number().int().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditRow = z.output<typeof auditRow>;

const word = z.string().max(60).optional();
const seconds = z.coerce.number().int().min(0).max(253_402_300_799).optional();

/** `GET /v1/audit`: newest first. `from` and `to` are epoch seconds, both included; `q` searches the values. */
export const auditQuery = keyQuery.extend({
  from: seconds,
  to: seconds,
  account_code: word,
  entity: word,
  entity_id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  action: word,
  q: z.string().max(200).optional(),
});
export type AuditQuery = z.output<typeof auditQuery>;
