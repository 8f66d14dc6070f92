import type { TFunction } from 'i18next';
import { isPermissionKey } from '../../../../contract/api/permissions.ts';
import type { AuditRow } from '../../../../contract/entities/site/audit.ts';
import { permissionText } from '../accounts/permissionMatrix.ts';
import { type Change, isEmpty } from './auditChanges.ts';
import { auditFieldKeys, auditValueKeys } from './auditKeys.ts';

/** Names of fields, actions and values on the screen. */
export interface AuditWords {
  action(action: string): string;
  entity(entity: string): string;
  /** Subject of the entry: its name where the entry holds it, else its number. */
  subject(row: AuditRow): string;
  field(field: string): string;
  value(field: string, value: unknown): string;
  and: string;
}

/** Names of ids, as far as they are visible to the user. */
export interface Names {
  zone(id: number): string | undefined;
  device(id: number): string | undefined;
}

/** Account that did it. A wrong password comes from an unknown person, other actions come from a terminal itself. */
export function whoText(
  { account_code, action }: Pick<AuditRow, 'account_code' | 'action'>,
  t: TFunction,
): string {
  return account_code || t(action === 'login_failed' ? 'logs.stranger' : 'logs.nobody');
}

/** Fields that hold ids of zones, and of terminals. */
const zoneFields = new Set(['org', 'orgs', 'parent_id', 'groups']);
const deviceFields = new Set(['device_ids', 'devices']);

export function auditWords(t: TFunction, names: Names): AuditWords {
  const id = (field: string, value: number): string | undefined => {
    if (zoneFields.has(field)) return names.zone(value);
    return deviceFields.has(field) ? names.device(value) : undefined;
  };
  const field = (name: string) => t(auditFieldKeys[name] ?? `logs.fields.${name}`, { defaultValue: name });
  function value(name: string, one: unknown): string {
    if (isEmpty(one)) return t('common.none');
    if (typeof one === 'boolean') return t(one ? 'common.yes' : 'common.no');
    const table = auditValueKeys[name];
    if (table !== undefined && typeof one !== 'object')
      return t(`${table}.${one}`, { defaultValue: String(one) });
    if (typeof one === 'number') return id(name, one) ?? String(one);
    if (typeof one === 'string') return isPermissionKey(one) ? permissionText(t, one) : one;
    if (Array.isArray(one)) return one.map((item) => value(name, item)).join(t('kit.listComma'));
    return Object.entries(one as object)
      .filter(([, part]) => !isEmpty(part))
      .map(([part, held]) => `${field(part)} ${value(part, held)}`)
      .join(t('kit.listComma'));
  }
  return {
    action: (action) => t(`logs.actions.${action}`, { defaultValue: action }),
    entity: (entity) =>
      t([`logs.entities.${entity}`, `permission.entity.${entity}`], { defaultValue: entity }),
    subject(row) {
      const held = { ...row.before, ...row.after };
      const name = held.name ?? held.code;
      if (typeof name === 'string' && name !== '') return name;
      const known =
        row.entity === 'partition' ? names.zone : row.entity === 'device' ? names.device : undefined;
      const found = row.entity_id === null ? undefined : known?.(row.entity_id);
      return found ?? (row.entity_id === null ? '' : `#${row.entity_id}`);
    },
    field,
    value,
    and: t('logs.and'),
  };
}

/** Largest number of list entries named in a line. */
const named = 3;

/** Describes a change in a line: `Name: A → A2`, `Zones: + North`. */
export function changeText(change: Change, words: AuditWords): string {
  const name = words.field(change.field);
  if (change.kind === 'value' && change.before === null)
    return `${name}: ${words.value(change.field, change.after)}`;
  if (change.kind === 'value')
    return `${name}: ${words.value(change.field, change.before)} → ${words.value(change.field, change.after)}`;
  const part = (sign: string, list: readonly unknown[]) => {
    if (list.length === 0) return [];
    const shown = list.slice(0, named).map((one) => words.value(change.field, one));
    return [`${sign} ${shown.join(', ')}${list.length > named ? ` … (${list.length})` : ''}`];
  };
  return `${name}: ${[...part('+', change.joined), ...part('−', change.left)].join(' ')}`;
}
