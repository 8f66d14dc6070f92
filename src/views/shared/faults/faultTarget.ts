import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { FaultKind } from '../../../../contract/fieldCodes.ts';

/** Screen of what a fault names, with the query that finds its row; or a terminal, whose kind decides the screen. */
export type FaultTarget = { screen: string; search: Record<string, string> } | { terminal: number };

type Named = Pick<Fault, 'kind' | 'terminal_id' | 'params'>;
type Find = (fault: Named) => FaultTarget;

const at =
  (screen: string, search: Record<string, string> = {}): Find =>
  () => ({ screen, search });
/** Screen that finds its row by a parameter of the fault. */
const byText =
  (screen: string, name: string): Find =>
  ({ params }) => ({ screen, search: { q: String(params[name] ?? '') } });
/** The terminal; one that is not adopted is on the scan screen. */
const terminal: Find = ({ terminal_id, params }) =>
  terminal_id === null
    ? { screen: 'menu_scan_device', search: { q: String(params.code ?? '') } }
    : { terminal: terminal_id };

const settings = at('system');
const backups = at('system', { tab: 'backups' });
const standby = at('system', { tab: 'standby' });
const lines = byText('menu_io_manager', 'code');

const targets: Record<FaultKind, Find> = {
  terminal_lost: terminal,
  terminal_silent: terminal,
  terminal_gaps: terminal,
  terminal_locked: terminal,
  terminal_duplicate: terminal,
  terminal_unsynced: terminal,
  fire_device_lost: terminal,
  input_line: lines,
  output_failed: lines,
  schedule_missed: byText('menu_task_management', 'task'),
  schedule_failed: byText('menu_task_management', 'task'),
  source_silent: byText('menu_task_status', 'task'),
  capturer_gone: byText('menu_capturer_task', 'task'),
  self_test: terminal,
  alarm_message: byText('menu_linkage_task', 'task'),
  alarm_nowhere: byText('menu_alarm_plan', 'plan'),
  recording_stopped: at('menu_record_file'),
  recording_failed: at('menu_record_file'),
  build_waiting: ({ params }) => ({
    screen: params.what === 'text' ? 'menu_preset_text' : 'menu_file_management',
    search: {},
  }),
  disk: settings,
  disk_files: settings,
  disk_unwritable: settings,
  backup_failed: backups,
  backup_trial_failed: backups,
  backup_overdue: backups,
  backup_untried: backups,
  clock: settings,
  database: settings,
  snapshot: settings,
  database_refused: settings,
  certificate: settings,
  port: settings,
  standby_lost: standby,
  standby_behind: standby,
  witness_lost: standby,
  node_lost: standby,
  nats_lost: standby,
  relay_lost: at('system', { tab: 'relays' }),
  relay_refused: at('system', { tab: 'relays' }),
  tts: at('system', { tab: 'tts' }),
  integration: at('system', { tab: 'integrations' }),
  loudspeaker_login: terminal,
  loudspeaker_certificate: terminal,
  sip_port: at('menu_device_management'),
  wrong_passwords: at('menu_online_log', { tab: 'audit' }),
};

/** Screen where a fault is dealt with. */
export const faultTarget = (fault: Named): FaultTarget => targets[fault.kind](fault);

/** Screen of each kind of terminal; each finds a row by `id`. */
export const terminalScreens: Record<TerminalKind, string> = {
  device: 'menu_device_management',
  caster: 'menu_caster_management',
  dialogue: 'menu_dialogue_status',
  capturer: 'menu_capturer_status',
  xtts: 'menu_xtts_status',
  fire_control_device: 'menu_fire_control_device',
};
