import { z } from 'zod';

/**
 * Values of fields of single entities. Apart from the entities, because the meaning of every value
 * (contract/codeMeanings.ts) is part of their descriptions.
 */

/** Reasons why a backup or its trial restore failed; texts in the locale section `backup.reason`. */
export const backupReasons = [
  'place_gone',
  'place_unwritable',
  'no_room',
  'busy',
  'damaged',
  'interrupted',
  'failed',
] as const;
export const backupReason = z.enum(backupReasons);
export type BackupReason = z.output<typeof backupReason>;

/** Days on which backups are made: every given number of days, or on weekdays. */
export const backupRhythm = z.enum(['days', 'weekdays']);
export type BackupRhythm = z.output<typeof backupRhythm>;
export const backupKind = z.enum(['backup', 'trial']);
export type BackupKind = z.output<typeof backupKind>;
export const backupTrial = z.enum(['none', 'worked', 'failed']);
export type BackupTrial = z.output<typeof backupTrial>;
export const backupStage = z.enum(['waiting', 'writing', 'verifying', 'files', 'rows']);
export type BackupStage = z.output<typeof backupStage>;

/** Steps that a new site needs until it sounds safely, in the order in which they are usually done. */
export const firstStepKeys = ['adopt', 'name', 'zones', 'upload', 'sound', 'backup', 'certificate'] as const;
export const firstStep = z.enum(firstStepKeys);
export type FirstStep = z.output<typeof firstStep>;
/** A standby server (docs/rules/standby.md): what its database does. */
export const pairStage = z.enum(['copying', 'following', 'waiting', 'lost']);
export type PairStage = z.output<typeof pairStage>;
/** Role of a machine in a pair of servers. */
/** State of a relay. */
export const relayState = z.enum(['connected', 'lost']);
export type RelayState = z.output<typeof relayState>;
/** Reason for which a relay was refused; `garbage`: it sent a message that is not valid. */
export const relayRefusalReason = z.enum(['token', 'withdrawn', 'plain', 'version', 'busy', 'garbage']);
export type RelayRefusalReason = z.output<typeof relayRefusalReason>;

export const pairRole = z.enum(['leader', 'standby']);
export type PairRole = z.output<typeof pairRole>;
/** A server of several on one database: whether it leads, follows, or is not heard any more. */
export const nodeRole = z.enum(['leader', 'follower', 'lost']);
export type NodeRole = z.infer<typeof nodeRole>;

/** Why no standby server can join. */
export const pairObstacle = z.enum(['external_database', 'no_https', 'away']);
export type PairObstacle = z.output<typeof pairObstacle>;

/**
 * Connections to other systems (docs/protocols/integrations.md): `webhook_out` sends alarms and faults, `webhook_in` starts and
 * ends an alarm plan, `cap` receives alerts of the OASIS Common Alerting Protocol 1.2 by POST or by polling a URL,
 * and maps them to plans, `syslog` sends alarms and faults to a syslog receiver (RFC 5424), `snmp` to a manager of networks, `snmp_agent` answers requests of one, `mqtt` publishes states and
 * events at an MQTT broker and takes commands for a plan, `telephone` takes calls of a telephone system by SIP. Webhooks are signed in both directions as in Standard
 * Webhooks.
 */
export const integrationKinds = [
  'webhook_out',
  'webhook_in',
  'cap',
  'syslog',
  'snmp',
  'snmp_agent',
  'mqtt',
  'telephone',
] as const;
export type IntegrationKind = (typeof integrationKinds)[number];

/** Effects of a code that a telephone dials. */
export const dialActions = [
  'page',
  'listen',
  'all_call',
  'message',
  'start_task',
  'stop_task',
  'start_alarm',
  'stop_alarm',
] as const;
export type DialAction = (typeof dialActions)[number];

/** Severities of CAP 1.2 in ascending order. */
/** Tables of Modbus that inputs are read from. A register counts as active unless it is 0. */
export const modbusTables = ['discrete_input', 'coil', 'input_register', 'holding_register'] as const;
export type ModbusTable = (typeof modbusTables)[number];

export const capSeverities = ['Unknown', 'Minor', 'Moderate', 'Severe', 'Extreme'] as const;
export type CapSeverity = (typeof capSeverities)[number];

/**
 * State of a station by its last test: never tested, being tested, works, fails (with the reason in `error`).
 */
export const radioState = z.enum(['untested', 'testing', 'works', 'fails']);
export type RadioState = z.output<typeof radioState>;

/** Kinds of events in the timeline of an alarm. Texts in the locale section `alarmEvent`, with `params`. */
export const alarmEventKinds = [
  'input_active',
  'input_normal',
  'start',
  'alarming',
  'step',
  'acknowledge',
  'silence',
  'unsilence',
  'stop',
  'reset',
  'cancelled',
  'over',
  'reached',
  'fell_silent',
  'joined',
  'left',
  'message_failed',
  'output_failed',
  'device_lost',
  'device_back',
  'server_restart',
  'line_cut',
  'line_back',
  'note',
] as const;
export type AlarmEventKind = (typeof alarmEventKinds)[number];

/**
 * Reasons why a terminal would not be heard if a broadcast started now: offline, behind a lost relay, waiting for the
 * click that allows sound, clock not synchronised, silent although it should play, or failed in its last self-test.
 */
export const notHeard = z.enum(['offline', 'behind_relay', 'locked', 'unsynced', 'silent', 'self_test']);
export type NotHeard = z.output<typeof notHeard>;

/** States of a broadcast as a whole. `waiting`: broadcasts of higher priority hold all its terminals. */
export const broadcastState = z.enum(['playing', 'paused', 'waiting', 'ended']);

/** `left`: no longer a target (removed by hand, or permanently pre-empted); `ended`: the task is over. */
export const targetState = z.enum([
  'sounding',
  'sent',
  'unknown',
  'silent',
  'preempted',
  'paused',
  'offline',
  'behind_relay',
  'left',
  'ended',
]);
export type BroadcastTargetState = z.output<typeof targetState>;

/**
 * State of the content that a terminal stores for offline playback. `waiting`: a download is running; `trouble`: it
 * fails for the reason in `trouble`; `offline`: items are missing and the terminal is not connected; `unknown`: not
 * connected since the start of the server; `unsupported`: the terminal does not store content.
 */
export const offlineStorageState = z.enum([
  'synced',
  'waiting',
  'trouble',
  'offline',
  'unknown',
  'unsupported',
]);
export type OfflineStorageState = z.output<typeof offlineStorageState>;

/**
 * A quick code: digits that a call station dials. `task` starts a saved
 * task, `page` lets the station speak at once, `call` calls a terminal or a virtual caster.
 */
export const quickActions = ['task', 'page', 'call'] as const;
export type QuickAction = (typeof quickActions)[number];

/**
 * Kinds of fault that exist; each has its sentence in the locale section `fault` and its name in `faults.kind`. Parameters of the sentence:
 * terminal_lost, terminal_locked `name code` · terminal_silent, terminal_gaps `name code task` · terminal_duplicate
 * `code holder_addr refused_addr` · disk `free_mb total_mb` · disk_files `free total` (inodes) · disk_unwritable
 * `error` (error code of the system, such as EROFS) · backup_failed, backup_trial_failed `reason need_mb free_mb` ·
 * backup_overdue `hours` · backup_untried `what days` (`never`, or `long` with the number of days) · clock `jump_s`
 * (positive: forward) · fire_device_lost `name code` (a fire terminal, instead of terminal_lost) · input_line `name
 * code line number state` (of a supervised input: `open` or `short`; `line` is its name) · output_failed `name code
 * line number` · terminal_unsynced `name code trouble` (connected, but without its stored content; `fetching`,
 * `full`, …) · schedule_missed, schedule_failed, source_silent `task` (its name) · capturer_gone `task name` (a task
 * that the capturer's input had started was ended) · self_test `name code` · alarm_message `task reason` (a linkage
 * task whose message is missing) · alarm_nowhere `plan` (its name: its alarm runs without any terminal to play at) ·
 * recording_stopped `free_mb` (the disk is nearly full) · recording_failed `error` · build_waiting `what count`
 * (files or texts whose preparation fails and is retried) · database, snapshot: none · database_refused `reason`
 * (`identity`, `newer`, `held`, `damaged`, `missing` or `other`: the server continues from its snapshot) ·
 * certificate `error` (the files of TLS_CERT and TLS_KEY) · port `setting port error` (of the server) ·
 * integration `name` · wrong_passwords `count networks` (within an hour) · sip_port `port` · loudspeaker_login, loudspeaker_certificate `name code` · standby_lost `name` ·
 * standby_behind `name seconds` · witness_lost `name` · node_lost `name address` · relay_lost `name` · relay_refused `name n` · tts: parameters given by
 * the part that opens the fault.
 */
export const faultKinds = [
  'terminal_lost',
  'terminal_silent',
  'terminal_gaps',
  'terminal_locked',
  'terminal_duplicate',
  'terminal_unsynced',
  'fire_device_lost',
  'input_line',
  'output_failed',
  'schedule_missed',
  'schedule_failed',
  'source_silent',
  'capturer_gone',
  'self_test',
  'alarm_message',
  'alarm_nowhere',
  'recording_stopped',
  'recording_failed',
  'build_waiting',
  'disk',
  'disk_files',
  'disk_unwritable',
  'backup_failed',
  'backup_trial_failed',
  'backup_overdue',
  'backup_untried',
  'clock',
  'database',
  'snapshot',
  'database_refused',
  'certificate',
  'port',
  'tts',
  'integration',
  'wrong_passwords',
  'sip_port',
  'loudspeaker_login',
  'loudspeaker_certificate',
  'standby_lost',
  'standby_behind',
  'witness_lost',
  'node_lost',
  'nats_lost',
  'relay_lost',
  'relay_refused',
] as const;
export const faultKind = z.enum(faultKinds);
export type FaultKind = z.output<typeof faultKind>;

/**
 * Kinds of events at a line: an input becomes active or normal; its wiring is open, short-circuited or intact again
 * (`whole`); it enters or leaves test mode; an output is held, released or pulsed, is found `on` or `off` without a
 * request, or has not followed a request (`failed`). Texts in the locales, `ioEvent`.
 */
export const ioEventKinds = [
  'active',
  'normal',
  'open',
  'short',
  'whole',
  'test_on',
  'test_off',
  'hold',
  'release',
  'pulse',
  'on',
  'off',
  'failed',
] as const;
export type IoEventKind = (typeof ioEventKinds)[number];

/** Strength of the last reading; `none`: there is none. */
export const signalStates = ['weak', 'medium', 'strong', 'none'] as const;
export type SignalState = (typeof signalStates)[number];
