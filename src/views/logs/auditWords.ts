import type { TFunction } from 'i18next';
import type { AuditRow } from '../../../contract/entities/audit.ts';
import { isPermissionKey } from '../../../contract/permissions.ts';
import { permissionText } from '../accounts/permissionMatrix.ts';
import type { Change } from './auditChanges.ts';

/** What fields, actions and values are called on the screen. */
export interface AuditWords {
  action(action: string): string;
  entity(entity: string): string;
  /** What the entry is about: its name where the entry holds it, else its number. */
  subject(row: AuditRow): string;
  field(field: string): string;
  value(field: string, value: unknown): string;
  and: string;
}

/** Names behind ids, as far as one sees them. */
export interface Names {
  zone(id: number): string | undefined;
  device(id: number): string | undefined;
}

/** Fields that hold ids of zones, and of terminals. */
const zoneFields = new Set(['org', 'parent_id', 'groups']);
const deviceFields = new Set(['device_ids', 'devices']);

export function auditWords(t: TFunction, names: Names): AuditWords {
  const id = (field: string, value: number): string | undefined => {
    if (zoneFields.has(field)) return names.zone(value);
    return deviceFields.has(field) ? names.device(value) : undefined;
  };
  return {
    action: (action) => t(`logs.actions.${action}`, { defaultValue: action }),
    entity: (entity) => t(`logs.entities.${entity}`, { defaultValue: entity }),
    subject(row) {
      const held = { ...row.before, ...row.after };
      const name = held.name ?? held.code;
      if (typeof name === 'string' && name !== '') return name;
      const known =
        row.entity === 'partition' ? names.zone : row.entity === 'device' ? names.device : undefined;
      const found = row.entity_id === null ? undefined : known?.(row.entity_id);
      return found ?? (row.entity_id === null ? '' : `#${row.entity_id}`);
    },
    field: (field) => t(`logs.fields.${field}`, { defaultValue: field }),
    value(field, value) {
      if (value === null || value === undefined || value === '') return t('common.none');
      if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
      if (typeof value === 'number') return id(field, value) ?? String(value);
      if (typeof value !== 'string') return JSON.stringify(value);
      return isPermissionKey(value) ? permissionText(t, value) : value;
    },
    and: t('logs.and'),
  };
}

/** So many things of a list are named in a line. */
const named = 3;

/** A change in a line: `Name: A → A2`, `Zones: + North`. */
export function changeText(change: Change, words: AuditWords): string {
  const name = words.field(change.field);
  if (change.kind === 'value')
    return `${name}: ${words.value(change.field, change.before)} → ${words.value(change.field, change.after)}`;
  const part = (sign: string, list: readonly unknown[]) => {
    if (list.length === 0) return [];
    const shown = list.slice(0, named).map((one) => words.value(change.field, one));
    return [`${sign} ${shown.join(', ')}${list.length > named ? ` … (${list.length})` : ''}`];
  };
  return `${name}: ${[...part('+', change.joined), ...part('−', change.left)].join(' ')}`;
}
