import type { Fault } from '../../contract/entities/terminals/fault.ts';

/** A fault as a row of the live topic. */
export function faultRow(id: number, more: Partial<Fault> = {}): Fault {
  return {
    id,
    kind: 'terminal_lost',
    subject: String(id),
    terminal_id: id,
    org: 1,
    params: {},
    state: 'new',
    opened_at: 1_800_000_000,
    acknowledged_at: null,
    acknowledged_by_name: null,
    resolved_at: null,
    shelved_until: null,
    shelved_by: '',
    chatter: 0,
    cleared_at: null,
    subnet: '',
    rev: 1,
    ...more,
  };
}
