import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type {
  AlarmState,
  DrillMode,
  GpioTaskType,
  RecordType,
  UpgradeBatchState,
  UpgradeFeature,
  UpgradeReason,
  UpgradeStep,
} from '../../../contract/codes.ts';
import type {
  CapMapping,
  IntegrationKind,
  WebhookMessage,
} from '../../../contract/entities/site/integration.ts';
import type { AlarmEventKind, AlarmOrigin } from '../../../contract/entities/tasks/alarm.ts';
import type { AlarmStep } from '../../../contract/entities/tasks/alarmPlan.ts';
import type { StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import type { GpioOutput } from '../../../contract/entities/tasks/gpioTask.ts';
import type { LinkageTaskForm } from '../../../contract/entities/tasks/linkageTask.ts';
import type { PlanException } from '../../../contract/entities/tasks/plan.ts';
import type { QuickAction } from '../../../contract/entities/tasks/quickCode.ts';
import type { ScheduledTaskForm } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { IoEventKind, IoLive } from '../../../contract/entities/terminals/io.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminal.ts';
import type { StoredParams } from './alarmEventParams.ts';

/**
 * Schema of the whole database. Property names are the API's field names, so that rows need no mapping. `rev`
 * counts the changes of a row: because updates lock the row, it is the order of commits, and the live path
 * drops a change that is older than the one it has.
 */

/** Seconds since 1970 in the API, timestamptz in the database. */
const epochSeconds = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => Math.floor(new Date(value).getTime() / 1000),
  toDriver: (value) => new Date(value * 1000).toISOString(),
});
const now = sql`now()`;
/** Text in a trigram index (server/platform/db/searchText.ts). */
const searchable = (text: SQLWrapper) => sql`search_text(${text}) gin_trgm_ops`;
const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
const rev = () => integer('rev').notNull().default(1);
const createdAt = () => epochSeconds('created_at').notNull().default(now);

export const role = pgTable('role', {
  id: id(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  permissions: jsonb('permissions').$type<string[]>().notNull(),
  /** True for the three roles of the first start, which may be edited but not deleted. */
  builtin: boolean('builtin').notNull().default(false),
  rev: rev(),
  created_at: createdAt(),
});

export const account = pgTable('account', {
  id: id(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  password_hash: text('password_hash').notNull(),
  role_id: integer('role_id')
    .notNull()
    .references(() => role.id),
  /** True for accounts of all zones; else those of the subtrees of `account_partition`. */
  all_zones: boolean('all_zones').notNull().default(false),
  disabled: boolean('disabled').notNull().default(false),
  /** Its logins may do nothing but choose another password. */
  must_change_password: boolean('must_change_password').notNull().default(false),
  rev: rev(),
  created_at: createdAt(),
});

export const partition = pgTable(
  'partition',
  {
    id: id(),
    name: text('name').notNull(),
    code: text('code').notNull().unique(),
    /** argon2id of the zone password by which a terminal enrols itself; never leaves the server. */
    password_hash: text('password_hash'),
    parent_id: integer('parent_id').references((): AnyPgColumn => partition.id),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.parent_id)],
);

export const accountPartition = pgTable(
  'account_partition',
  {
    account_id: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    partition_id: integer('partition_id')
      .notNull()
      .references(() => partition.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.partition_id] })],
);

/**
 * Browsers, programs and call stations that have logged in to an account, each recognised by a token. The
 * token gives no access, only a separate count of wrong attempts that no stranger can use up.
 */
export const loginProof = pgTable(
  'login_proof',
  {
    id: id(),
    /** Whose: of an account, or of the account of a call station. */
    account_id: integer('account_id').references(() => account.id, { onDelete: 'cascade' }),
    terminal_id: integer('terminal_id').references((): AnyPgColumn => terminal.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token itself is never stored. */
    token_hash: text('token_hash').notNull().unique(),
    /** True for a browser; programs that log in often push out no browser. */
    by_browser: boolean('by_browser').notNull(),
    used_at: epochSeconds('used_at').notNull().default(now),
  },
  (t) => [
    index().on(t.account_id),
    index().on(t.terminal_id),
    check('login_proof_holder', sql`num_nonnulls(${t.account_id}, ${t.terminal_id}) = 1`),
  ],
);

export const loginSession = pgTable(
  'login_session',
  {
    id: id(),
    account_id: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** SHA-256 of the opaque token; the token itself is never stored. */
    token_hash: text('token_hash').notNull().unique(),
    client_ip: text('client_ip').notNull(),
    user_agent: text('user_agent').notNull(),
    /** Proof by which the browser of this session is recognised. */
    proof_id: integer('proof_id').references(() => loginProof.id, { onDelete: 'set null' }),
    last_seen_at: epochSeconds('last_seen_at').notNull().default(now),
    expires_at: epochSeconds('expires_at').notNull(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.account_id), index().on(t.proof_id)],
);

/**
 * Terminals of every kind: `role` is the online role (contract/codes.ts). One zone (permissions), any number
 * of groups.
 */
export const terminal = pgTable(
  'terminal',
  {
    id: id(),
    role: smallint('role').notNull(),
    /**
     * Kind of terminal (contract/entities/terminals/kinds.ts): the role alone does not tell casters from dialogue
     * terminals.
     */
    kind: text('kind').$type<TerminalKind>().notNull().default('device'),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    /** Alias. */
    dev_name2: text('dev_name2').notNull().default(''),
    org: integer('org').references(() => partition.id),
    /** SHA-256 of the secret given at adoption. */
    secret_hash: text('secret_hash').notNull(),
    ao_volume: smallint('ao_volume').notNull().default(80),
    ai_volume: smallint('ai_volume').notNull().default(80),
    call_number: text('call_number').notNull().default(''),
    ICCID: text('iccid').notNull().default(''),
    client_ip: text('client_ip').notNull().default(''),
    client_version: text('client_version').notNull().default(''),
    features: jsonb('features').$type<string[]>().notNull().default([]),
    /** Settings of its kind; missing ones have the kind's defaults. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    last_login_time: epochSeconds('last_login_time'),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [
    index().on(t.org),
    index().on(t.kind, t.name),
    uniqueIndex().on(t.call_number).where(sql`call_number <> ''`),
    uniqueIndex('terminal_dialogue_code')
      .on(sql`(details ->> 'dialogue_code')`)
      .where(sql`kind = 'dialogue' and details ->> 'dialogue_code' <> ''`),
  ],
);

/** Account of a call station (contract/entities/terminals/caster.ts); an adopted one may have none yet. */
export const casterAccount = pgTable(
  'caster_account',
  {
    terminal_id: integer('terminal_id')
      .primaryKey()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    /** argon2id; null: no login by password. */
    password_hash: text('password_hash'),
    user_id: integer('user_id').references(() => account.id, { onDelete: 'set null' }),
    disabled: boolean('disabled').notNull().default(false),
  },
  (t) => [index().on(t.user_id)],
);

/** Zones that a caster may speak to. */
export const casterOrg = pgTable(
  'caster_org',
  {
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    partition_id: integer('partition_id')
      .notNull()
      .references(() => partition.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.terminal_id, t.partition_id] }), index().on(t.partition_id)],
);

/** A called number served by several casters. A trigger keeps the number distinct from those of terminals. */
export const virtualCaster = pgTable('virtual_caster', {
  id: id(),
  name: text('name').notNull(),
  call_number: text('call_number').notNull().unique(),
  ring: text('ring').$type<'all' | 'order'>().notNull().default('all'),
  rev: rev(),
  created_at: createdAt(),
});

export const virtualCasterMember = pgTable(
  'virtual_caster_member',
  {
    virtual_caster_id: integer('virtual_caster_id')
      .notNull()
      .references(() => virtualCaster.id, { onDelete: 'cascade' }),
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.virtual_caster_id, t.terminal_id] }), index().on(t.terminal_id)],
);

/** Number of texts that a TTS terminal may speak at the same time (its licences); no row: none. */
export const ttsLicense = pgTable('tts_license', {
  terminal_id: integer('terminal_id')
    .primaryKey()
    .references(() => terminal.id, { onDelete: 'cascade' }),
  licenses: smallint('licenses').notNull(),
});

/**
 * Groups of terminals of every kind (for targeting; permissions follow the zones), of alarm plans and of
 * linkage tasks.
 */
export const terminalGroup = pgTable(
  'terminal_group',
  {
    id: id(),
    /** Kind as in the permission keys: `device` and so on. */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.kind, t.name)],
);

export const terminalGroupMember = pgTable(
  'terminal_group_member',
  {
    group_id: integer('group_id')
      .notNull()
      .references(() => terminalGroup.id, { onDelete: 'cascade' }),
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.terminal_id] }), index().on(t.terminal_id)],
);

/** Zone that owns an item of a library; null: the whole site (server/site/zones/owner.ts). */
const owner = () => integer('org').references(() => partition.id);

export const fileGroup = pgTable('file_group', {
  id: id(),
  name: text('name').notNull(),
  org: owner(),
  position: integer('position').notNull().default(0),
  rev: rev(),
  created_at: createdAt(),
});

export const file = pgTable(
  'file',
  {
    id: id(),
    name: text('name').notNull(),
    org: owner(),
    original_name: text('original_name').notNull(),
    /** Bytes of the original. */
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Milliseconds of programme; null until it is built. */
    duration_ms: integer('duration_ms'),
    /**
     * Integrated loudness of the original after the mono downmix, LUFS; null for silence or not yet built.
     */
    loudness: doublePrecision('loudness'),
    format: text('format').notNull().default(''),
    build_status: text('build_status').$type<'waiting' | 'building' | 'built' | 'failed'>().notNull(),
    /** Message key of the reason when failed. */
    build_error: text('build_error'),
    group_id: integer('group_id').references(() => fileGroup.id, { onDelete: 'set null' }),
    position: integer('position').notNull().default(0),
    uploaded_at: epochSeconds('uploaded_at').notNull().default(now),
    uploaded_by: integer('uploaded_by').references(() => account.id, { onDelete: 'set null' }),
    rev: rev(),
  },
  (t) => [index().on(t.group_id), index().on(t.name)],
);

/** Groups of preset texts and of radio stations; file groups are older and have a table of their own. */
export const mediaGroup = pgTable(
  'media_group',
  {
    id: id(),
    /** Kind as in the permission keys: `preset_text` or `radio`. */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    org: owner(),
    position: integer('position').notNull().default(0),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.kind, t.position)],
);
const libraryColumns = () => ({
  group_id: integer('group_id').references(() => mediaGroup.id, { onDelete: 'set null' }),
  position: integer('position').notNull().default(0),
});

/** Texts that are synthesised once and then played like files. */
export const presetText = pgTable(
  'preset_text',
  {
    id: id(),
    name: text('name').notNull(),
    org: owner(),
    textContent: text('text_content').notNull(),
    voiceName: text('voice_name').$type<'xiaoyan' | 'xiaofeng'>().notNull(),
    voiceSpeed: smallint('voice_speed').notNull(),
    build_status: text('build_status').$type<'waiting' | 'building' | 'built' | 'failed'>().notNull(),
    /** Message key of the reason when failed. */
    build_error: text('build_error'),
    duration_ms: integer('duration_ms'),
    /** Key of its programme among the synthesised texts, once it is built. */
    speech_key: text('speech_key'),
    ...libraryColumns(),
    created_at: createdAt(),
    rev: rev(),
  },
  (t) => [index().on(t.group_id), index().on(t.name)],
);

/** Radio stations, with the result of the last connection. */
export const radio = pgTable(
  'radio',
  {
    id: id(),
    name: text('name').notNull(),
    org: owner(),
    radio_url: text('radio_url').notNull(),
    state: text('state').$type<'untested' | 'works' | 'fails'>().notNull().default('untested'),
    /** Message key of the reason when it fails. */
    error: text('error'),
    codec: text('codec').notNull().default(''),
    /** kbit/s */
    bitrate: integer('bitrate'),
    /** Name that the station announces. */
    station: text('station').notNull().default(''),
    tested_at: epochSeconds('tested_at'),
    ...libraryColumns(),
    created_at: createdAt(),
    rev: rev(),
  },
  (t) => [index().on(t.group_id), index().on(t.name)],
);

/** An item of a broadcast's list: a stored file, or a text that was synthesised to a cached programme. */
export interface BroadcastItem {
  kind: 'file' | 'speech';
  file_id: number | null;
  name: string;
  /** Folder of programme.opk, relative to DATA_DIR. */
  path: string;
  duration_ms: number;
  /** A chime, played once before or after the list (server/sound/source/chimeTimeline.ts). */
  part?: 'before' | 'after';
}

/** Plans: tasks between two dates, with exceptional days (contract/entities/tasks/plan.ts). */
export const plan = pgTable('plan', {
  id: id(),
  name: text('name').notNull(),
  start_date: text('start_date').notNull(),
  end_date: text('end_date'),
  desc: text('desc').notNull().default(''),
  enabled: boolean('enabled').notNull().default(true),
  exceptions: jsonb('exceptions').$type<PlanException[]>().notNull().default([]),
  rev: rev(),
  created_at: createdAt(),
});

const idList = (name: string) => jsonb(name).$type<number[]>().notNull().default([]);

/**
 * Scheduled tasks (contract/entities/tasks/scheduledTask.ts). References may be gone: the run then goes without
 * them.
 */
export const scheduledTask = pgTable(
  'scheduled_task',
  {
    id: id(),
    name: text('name').notNull(),
    plan_id: integer('plan_id').references(() => plan.id, { onDelete: 'cascade' }),
    enabled: boolean('enabled').notNull().default(true),
    audio_source: smallint('audio_source').$type<ScheduledTaskForm['audio_source']>().notNull(),
    files: idList('files'),
    file_group: integer('file_group'),
    textContent: text('text_content').notNull().default(''),
    voiceName: text('voice_name').$type<ScheduledTaskForm['voiceName']>().notNull().default('xiaoyan'),
    voiceSpeed: smallint('voice_speed').notNull().default(50),
    preset_text: integer('preset_text'),
    radio: integer('radio'),
    url: text('url').notNull().default(''),
    capturer: integer('capturer'),
    capturer_channel: smallint('capturer_channel'),
    control_action: text('control_action').$type<ScheduledTaskForm['control_action']>(),
    control_volume: smallint('control_volume'),
    start_date: text('start_date').notNull(),
    end_date: text('end_date'),
    start_time: text('start_time').notNull(),
    end_time: text('end_time'),
    schedule_day: smallint('schedule_day').$type<ScheduledTaskForm['schedule_day']>().notNull().default(0),
    weekday_flags: idList('weekday_flags'),
    duration: integer('duration'),
    count: integer('count'),
    advancePlayTime: integer('advance_play_time').notNull().default(0),
    priority: smallint('priority').notNull(),
    volume: smallint('volume'),
    play_order: smallint('play_order').$type<ScheduledTaskForm['play_order']>().notNull(),
    loop: smallint('loop').$type<ScheduledTaskForm['loop']>().notNull(),
    interval_time: doublePrecision('interval_time').notNull().default(0),
    chime_before: integer('chime_before'),
    chime_after: integer('chime_after'),
    resume_policy: text('resume_policy').$type<ScheduledTaskForm['resume_policy']>().notNull(),
    offline_tasks: boolean('offline_tasks').notNull().default(false),
    devices: idList('devices'),
    orgs: idList('orgs'),
    groups: idList('groups'),
    /** Time of the last change, ms since 1970: runs that were due before do not count as missed. */
    active_since: bigint('active_since', { mode: 'number' }).notNull(),
    created_by: integer('created_by').references(() => account.id, { onDelete: 'set null' }),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.plan_id)],
);

/** A part of a linkage task's sound, as it was when the task was saved (server/air/emergency/plans/frozen.ts). */
export interface FrozenPart {
  what: 'file' | 'preset_text' | 'text';
  /** Id of the file or preset text in the library. */
  id: number | null;
  name: string;
  /** SHA-256 of the uploaded file, or of text and voice; empty: the library did not have it. */
  digest: string;
  words: { text: string; voice: 'xiaoyan' | 'xiaofeng'; speed: number } | null;
  /** Key of the copy of its sound; null: not made yet. */
  sound: string | null;
}

/** Linkage tasks: sounds or actions of alarms, and their targets (contract/entities/tasks/linkageTask.ts). */
export const linkageTask = pgTable(
  'linkage_task',
  {
    id: id(),
    name: text('name').notNull(),
    org: integer('org').references(() => partition.id),
    audio_source: smallint('audio_source').$type<LinkageTaskForm['audio_source']>().notNull(),
    files: idList('files'),
    textContent: text('text_content').notNull().default(''),
    voiceName: text('voice_name').$type<LinkageTaskForm['voiceName']>().notNull().default('xiaoyan'),
    voiceSpeed: smallint('voice_speed').notNull().default(50),
    preset_text: integer('preset_text'),
    control_action: text('control_action').$type<LinkageTaskForm['control_action']>(),
    control_volume: smallint('control_volume'),
    tone: text('tone').$type<LinkageTaskForm['tone']>().notNull().default('none'),
    interval_time: doublePrecision('interval_time').notNull().default(2),
    volume: smallint('volume'),
    devices: idList('devices'),
    orgs: idList('orgs'),
    groups: idList('groups'),
    desc: text('desc').notNull().default(''),
    /** Null: saved before this column existed; filled from the library at the next start. */
    frozen: jsonb('frozen').$type<FrozenPart[]>(),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.org)],
);

/** GPIO tasks: actions of inputs or alarms on outputs and scheduled tasks (contract/entities/tasks/gpioTask.ts). */
export const gpioTask = pgTable(
  'gpio_task',
  {
    id: id(),
    name: text('name').notNull(),
    org: integer('org').references(() => partition.id),
    gpio_type: text('gpio_type').$type<GpioTaskType>().notNull(),
    activated: boolean('activated').notNull().default(true),
    fire_control_device: integer('fire_control_device').references(() => terminal.id),
    input_nums: idList('input_nums'),
    outputs: jsonb('outputs').$type<GpioOutput[]>().notNull().default([]),
    scheduled_task: integer('scheduled_task').references(() => scheduledTask.id, { onDelete: 'set null' }),
    desc: text('desc').notNull().default(''),
    /** Person who has started it by hand and not stopped it: it continues after a restart. */
    by_hand: text('by_hand'),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.org), index().on(t.fire_control_device)],
);

/**
 * Codes that stations dial (contract/entities/tasks/quickCode.ts). A trigger keeps them distinct from quick numbers
 * and dialogue codes.
 */
export const quickCode = pgTable(
  'quick_code',
  {
    id: id(),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    org: integer('org').references(() => partition.id),
    action: text('action').$type<QuickAction>().notNull(),
    activated: boolean('activated').notNull().default(true),
    scheduled_task: integer('scheduled_task').references(() => scheduledTask.id),
    again: text('again').$type<'stop' | 'refuse'>().notNull().default('stop'),
    orgs: idList('orgs'),
    groups: idList('groups'),
    devices: idList('devices'),
    station: integer('station').references(() => terminal.id),
    virtual_caster: integer('virtual_caster').references(() => virtualCaster.id),
    desc: text('desc').notNull().default(''),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [
    index().on(t.org),
    index().on(t.name),
    index().on(t.scheduled_task),
    index().on(t.station),
    index().on(t.virtual_caster),
  ],
);

/** Outputs that persons hold on; holds of alarms and GPIO tasks are derived from those. */
export const ioHold = pgTable(
  'io_hold',
  {
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    output: smallint('output').notNull(),
    account_id: integer('account_id').notNull(),
    /** Name of the person at that time. */
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.terminal_id, t.output] })],
);

/** Inputs in test mode, with its end (ms since 1970) and the person who set it. */
export const ioTest = pgTable(
  'io_test',
  {
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    input: smallint('input').notNull(),
    until: bigint('until', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.terminal_id, t.input] })],
);

/** Events of inputs and outputs (contract/entities/terminals/io.ts). Insert only; kept as long as the logs. */
export const ioEvent = pgTable(
  'io_event',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** ms since 1970. */
    at: bigint('at', { mode: 'number' }).notNull(),
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    direction: text('direction').$type<IoLive['direction']>().notNull(),
    number: smallint('number').notNull(),
    /** Name of the line at that time. */
    name: text('name').notNull().default(''),
    kind: text('kind').$type<IoEventKind>().notNull(),
    by: text('by').notNull().default(''),
    /** True when the input was in test mode. */
    test: boolean('test').notNull().default(false),
  },
  (t) => [index().on(t.terminal_id, t.id), index().on(t.at)],
);

/** Last change of every line, which its row shows after a restart, however old it is. */
export const ioChange = pgTable(
  'io_change',
  {
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    direction: text('direction').$type<IoLive['direction']>().notNull(),
    number: smallint('number').notNull(),
    /** ms since 1970. */
    at: bigint('at', { mode: 'number' }).notNull(),
    by: text('by').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.terminal_id, t.direction, t.number] })],
);

/** Alarm plans (contract/entities/tasks/alarmPlan.ts). A fire terminal in use cannot be deleted. */
export const alarmPlan = pgTable(
  'alarm_plan',
  {
    id: id(),
    name: text('name').notNull(),
    org: integer('org').references(() => partition.id),
    priority: smallint('priority').notNull(),
    fire_control_device: integer('fire_control_device').references(() => terminal.id),
    input_nums: idList('input_nums'),
    output_nums: idList('output_nums'),
    linkage_task_ids: idList('linkage_task_ids'),
    steps: jsonb('steps').$type<AlarmStep[]>().notNull().default([]),
    gpio_set_task_ids: idList('gpio_set_task_ids'),
    reset_time: integer('reset_time').notNull().default(0),
    activated: boolean('activated').notNull().default(true),
    desc: text('desc').notNull().default(''),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.org), index().on(t.fire_control_device)],
);

export const alarmPlanGroupMember = pgTable(
  'alarm_plan_group_member',
  {
    group_id: integer('group_id')
      .notNull()
      .references(() => terminalGroup.id, { onDelete: 'cascade' }),
    alarm_plan_id: integer('alarm_plan_id')
      .notNull()
      .references(() => alarmPlan.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.alarm_plan_id] }), index().on(t.alarm_plan_id)],
);

export const linkageTaskGroupMember = pgTable(
  'linkage_task_group_member',
  {
    group_id: integer('group_id')
      .notNull()
      .references(() => terminalGroup.id, { onDelete: 'cascade' }),
    linkage_task_id: integer('linkage_task_id')
      .notNull()
      .references(() => linkageTask.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.linkage_task_id] }), index().on(t.linkage_task_id)],
);

/**
 * Alarms: each start of a plan (contract/entities/tasks/alarm.ts), running until `ended_at`, a record afterwards.
 * Holds everything that a restart needs to continue. Times in ms since 1970 unless they are epoch seconds.
 */
export const alarm = pgTable(
  'alarm',
  {
    id: id(),
    plan_id: integer('plan_id').references(() => alarmPlan.id, { onDelete: 'set null' }),
    plan_name: text('plan_name').notNull(),
    priority: smallint('priority').notNull(),
    /** Zones in which it is visible; null: the whole site. */
    orgs: jsonb('orgs').$type<number[]>(),
    device_id: integer('device_id'),
    device_name: text('device_name').notNull().default(''),
    device_code: text('device_code').notNull().default(''),
    origin: jsonb('origin').$type<AlarmOrigin>().notNull(),
    drill: text('drill').$type<DrillMode>().notNull().default('none'),
    /** Targets of a drill at chosen terminals. */
    drill_targets: idList('drill_targets'),
    state: text('state').$type<AlarmState>().notNull(),
    input_nums: idList('input_nums'),
    output_nums: idList('output_nums'),
    step: smallint('step').notNull().default(0),
    /** Time at which the step was reached. */
    step_at: bigint('step_at', { mode: 'number' }),
    began_at: bigint('began_at', { mode: 'number' }).notNull(),
    starts_at: bigint('starts_at', { mode: 'number' }),
    alarming_at: bigint('alarming_at', { mode: 'number' }),
    acknowledged_at: bigint('acknowledged_at', { mode: 'number' }),
    acknowledged_by: text('acknowledged_by').notNull().default(''),
    silenced: boolean('silenced').notNull().default(false),
    /** Time of the stop or reset, and end of the reset time. */
    reset_at: bigint('reset_at', { mode: 'number' }),
    reset_by_user: text('reset_by_user').notNull().default(''),
    reset_until: bigint('reset_until', { mode: 'number' }),
    cancelled: boolean('cancelled').notNull().default(false),
    ended_at: bigint('ended_at', { mode: 'number' }),
    note: text('note').notNull().default(''),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [
    index().on(t.created_at),
    uniqueIndex('alarm_running').on(t.plan_id).where(sql`ended_at is null`),
    index('alarm_search').using('gin', searchable(t.plan_name), searchable(t.device_name)),
  ],
);

/** Timeline of alarms. Insert only. */
export const alarmEvent = pgTable(
  'alarm_event',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    alarm_id: integer('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    at: bigint('at', { mode: 'number' }).notNull(),
    kind: text('kind').$type<AlarmEventKind>().notNull(),
    by: text('by').notNull().default(''),
    peer_addr: text('peer_addr').notNull().default(''),
    params: jsonb('params').$type<StoredParams>().notNull().default({}),
  },
  (t) => [index().on(t.alarm_id, t.id)],
);

/** Capturer tasks (task type 7): a channel of a capturer that plays at its targets. */
export const capturerTask = pgTable(
  'capturer_task',
  {
    id: id(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    capturer: integer('capturer')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    capturer_channel: smallint('capturer_channel').notNull(),
    devices: idList('devices'),
    orgs: idList('orgs'),
    groups: idList('groups'),
    priority: smallint('priority').notNull(),
    volume: smallint('volume'),
    resume_policy: text('resume_policy').$type<'live' | 'none'>().notNull(),
    duration: integer('duration').notNull().default(0),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.capturer)],
);

/** Channel of a capturer. `task`: the capturer task that plays it; `io`: started by its trigger input. */
export interface CapturedStream {
  capturer: number;
  channel: number;
  task: number | null;
  io: boolean;
}

/**
 * Source of a broadcast without a list: a radio station with its URL at that time, a URL, or a capturer
 * channel.
 */
export type BroadcastStream = { radio: number; url: string } | { url: string } | CapturedStream;

/** Running or ended broadcasts: the list as it was started, and the current position. */
export const broadcast = pgTable(
  'broadcast',
  {
    id: id(),
    /** Scheduled task of the run; null when it was started directly, or the task was deleted. */
    task_id: integer('task_id').references(() => scheduledTask.id, { onDelete: 'set null' }),
    /** Alarm and linkage task that it belongs to. */
    alarm_id: integer('alarm_id').references((): AnyPgColumn => alarm.id, { onDelete: 'set null' }),
    linkage_task_id: integer('linkage_task_id'),
    /** Scheduled start, ms since 1970; unique per task, so that no run is doubled. */
    due_at: bigint('due_at', { mode: 'number' }),
    task_type: smallint('task_type').notNull(),
    name: text('name').notNull(),
    audio_source: smallint('audio_source').notNull(),
    priority: smallint('priority').notNull(),
    volume: smallint('volume'),
    play_order: smallint('play_order').notNull(),
    loop: smallint('loop').notNull(),
    /** Silence between two items, ms. */
    interval_ms: integer('interval_ms').notNull().default(0),
    resume_policy: text('resume_policy').$type<'live' | 'none' | 'position'>().notNull().default('live'),
    /** Seed of the shuffle, for the same order after a restart. */
    seed: integer('seed').notNull(),
    items: jsonb('items').$type<BroadcastItem[]>().notNull(),
    text_content: text('text_content'),
    /** Radio station, URL or capturer channel; `items` is empty then. */
    stream: jsonb('stream').$type<BroadcastStream>(),
    /** Request of the person who started it directly, to repeat it. */
    asked: jsonb('asked').$type<StartRealTimeTask>(),
    state: text('state').$type<'playing' | 'paused' | 'waiting' | 'ended'>().notNull(),
    /**
     * Position in the list's timeline at `anchor_at`; while playing it advances with the wall clock. State
     * `waiting`: held at its position, because all its terminals were taken (resume policy `position`).
     */
    position_ms: bigint('position_ms', { mode: 'number' }).notNull().default(0),
    /** Wall time of the anchor, ms since 1970. */
    anchor_at: bigint('anchor_at', { mode: 'number' }).notNull(),
    /** Time left to play from the anchor on, ms; null: as long as its list. */
    limit_ms: bigint('limit_ms', { mode: 'number' }),
    /** Length of the list between two chimes, ms; null: its own length. */
    programme_ms: bigint('programme_ms', { mode: 'number' }),
    /** Codes for the task log, which outlives accounts and terminals. */
    operator_code: text('operator_code').notNull().default(''),
    device_code: text('device_code').notNull().default(''),
    capturer_code: text('capturer_code').notNull().default(''),
    capturer_channel: smallint('capturer_channel'),
    gpio_code: text('gpio_code').notNull().default(''),
    /** Reason why it could not be started: a message of contract/api/errors.ts. */
    error: jsonb('error').$type<{ key: string; params: Record<string, string | number> }>(),
    started_by: integer('started_by').references(() => account.id, { onDelete: 'set null' }),
    started_at: epochSeconds('started_at').notNull().default(now),
    /**
     * `started_at` in ms since 1970, the reference of the time to first sound; null: a run from before this
     * column.
     */
    started_ms: bigint('started_ms', { mode: 'number' }),
    ended_at: epochSeconds('ended_at'),
    end_reason: text('end_reason'),
    rev: rev(),
  },
  (t) => [
    index('broadcast_ended').on(t.ended_at.desc().nullsLast(), t.id.desc()),
    index('broadcast_on_air').on(t.id).where(sql`state <> 'ended'`),
    index().on(t.alarm_id),
    index('broadcast_unsounded').on(t.id).where(sql`end_reason in ('missed', 'failed', 'done', 'offline')`),
    index('broadcast_started').on(t.started_at.desc().nullsLast(), t.id.desc()),
    uniqueIndex('broadcast_run').on(t.task_id, t.due_at),
    index('broadcast_search').using('gin', searchable(t.name), searchable(t.operator_code)),
  ],
);

/** Blocks of ids of alarms and broadcasts, given to servers before rows with them exist. */
export const idBlock = pgTable('id_block', {
  /** Tells a server if a block in its data folder is from this database. */
  token: uuid('token').primaryKey().defaultRandom(),
  table: text('table').$type<'alarm' | 'broadcast'>().notNull(),
  first: integer('first').notNull(),
  last: integer('last').notNull(),
  taken_at: epochSeconds('taken_at').notNull().default(now),
});

/** Targets of broadcasts, with the proof of delivery for the task log. */
export const broadcastTarget = pgTable(
  'broadcast_target',
  {
    broadcast_id: integer('broadcast_id')
      .notNull()
      .references(() => broadcast.id, { onDelete: 'cascade' }),
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    /** Zone of the terminal while it ran (docs/decisions/0033-zones-of-a-run.md). */
    org: integer('org'),
    /** Wall time of the first sample that was played, ms since 1970. */
    first_sound_at: bigint('first_sound_at', { mode: 'number' }),
    played_ms: bigint('played_ms', { mode: 'number' }).notNull().default(0),
    received: integer('received').notNull().default(0),
    lost: integer('lost').notNull().default(0),
    late: integer('late').notNull().default(0),
    /** Gaps of the sound card and their total length; null: not reported. */
    gaps: integer('gaps'),
    missed_ms: integer('missed_ms'),
    /** Time that the terminal played it without a link (server/air/offline), beside `played_ms`. */
    offline_ms: bigint('offline_ms', { mode: 'number' }).notNull().default(0),
    /** Reason why it did not sound to the end (server/air/engine/storedReason.ts); null if it did. */
    reason: text('reason'),
  },
  (t) => [
    primaryKey({ columns: [t.broadcast_id, t.terminal_id] }),
    index().on(t.terminal_id, t.broadcast_id),
  ],
);

/**
 * Broadcasts by zone: visibility, and the sums of proofs in the zone, so that a list of runs costs the same
 * however many terminals each has. Outlives zones and terminals; written with the targets
 * (server/air/broadcast/proofs.repository.ts).
 */
export const broadcastOrg = pgTable(
  'broadcast_org',
  {
    broadcast_id: integer('broadcast_id')
      .notNull()
      .references(() => broadcast.id, { onDelete: 'cascade' }),
    /** 0: terminals without a zone. */
    org: integer('org').notNull(),
    targets: integer('targets').notNull(),
    heard: integer('heard').notNull().default(0),
    /** Targets not heard although that was not intended (contract/entities/tasks/broadcast.ts, `meantSilence`). */
    missed: integer('missed').notNull(),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    lost: bigint('lost', { mode: 'number' }).notNull().default(0),
    late: bigint('late', { mode: 'number' }).notNull().default(0),
    /** Gaps of the sound cards that report them; null: none does. */
    gaps: bigint('gaps', { mode: 'number' }),
    missed_ms: bigint('missed_ms', { mode: 'number' }),
    /** Latest of the first sounds, ms since 1970. */
    last_sound_at: bigint('last_sound_at', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.broadcast_id, t.org] }),
    index().on(t.org, t.broadcast_id),
    index('broadcast_org_incomplete').on(t.broadcast_id, t.org).where(sql`heard < targets`),
  ],
);

export const fault = pgTable(
  'fault',
  {
    id: id(),
    /**
     * Kind: `terminal_lost`, `terminal_silent`, `terminal_locked`, `terminal_duplicate`, `disk`, `clock`,
     * `tts`, …
     */
    kind: text('kind').notNull(),
    /** Subject of the fault; unique with the kind among open faults. */
    subject: text('subject').notNull(),
    terminal_id: integer('terminal_id').references(() => terminal.id, { onDelete: 'cascade' }),
    org: integer('org'),
    params: jsonb('params').$type<Record<string, string | number>>().notNull().default({}),
    state: text('state').$type<'new' | 'acknowledged' | 'resolved'>().notNull().default('new'),
    opened_at: epochSeconds('opened_at').notNull().default(now),
    acknowledged_at: epochSeconds('acknowledged_at'),
    acknowledged_by: integer('acknowledged_by').references(() => account.id, { onDelete: 'set null' }),
    resolved_at: epochSeconds('resolved_at'),
    shelved_until: epochSeconds('shelved_until'),
    shelved_by: text('shelved_by').notNull().default(''),
    /** Beginnings in a spell of chatter; 0: not chattering. */
    chatter: integer('chatter').notNull().default(0),
    /** Set while it chatters and its condition is gone: since when. */
    cleared_at: epochSeconds('cleared_at'),
    subnet: text('subnet').notNull().default(''),
    rev: rev(),
  },
  (t) => [
    uniqueIndex('fault_open').on(t.kind, t.subject).where(sql`state <> 'resolved'`),
    index('fault_newest').on(t.opened_at, t.id),
    index('fault_search').using('gin', searchable(t.subject), searchable(sql`${t.params}::text`)),
  ],
);

/** Audit log: changes with author and values before and after. Insert only. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull().default(now),
    account_id: integer('account_id'),
    account_code: text('account_code').notNull(),
    client_ip: text('client_ip').notNull(),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entity_id: integer('entity_id'),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
  },
  (t) => [
    index().on(t.at),
    index().on(t.entity, t.entity_id),
    index().on(t.account_code, t.id),
    index().on(t.account_id, t.id),
    index().on(t.action, t.id),
    index('audit_search').using(
      'gin',
      searchable(sql`${t.before}::text`),
      searchable(sql`${t.after}::text`),
      searchable(t.account_code),
    ),
  ],
);

/** Run log: connections of terminals. Outlives terminals, so it has no foreign keys. */
export const onlineLog = pgTable(
  'online_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    terminal_id: integer('terminal_id').notNull(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    /** Zone at that time. */
    org: integer('org'),
    online_role: smallint('online_role').notNull(),
    peer_addr: text('peer_addr').notNull(),
    login_at: epochSeconds('login_at').notNull(),
    dropped_at: epochSeconds('dropped_at'),
  },
  (t) => [
    index().on(t.terminal_id, t.id),
    index().on(t.login_at, t.id),
    index().on(t.org, t.id),
    index().on(t.online_role, t.id),
    index('online_log_open').on(t.id).where(sql`dropped_at is null`),
    index('online_log_search').using('gin', searchable(t.code), searchable(t.name), searchable(t.peer_addr)),
    index('online_log_connected').on(t.terminal_id).where(sql`dropped_at is null`),
  ],
);

/** Last reading of a terminal's modem, and its position (WGS-84). */
export const signalLast = pgTable(
  'signal_last',
  {
    terminal_id: integer('terminal_id')
      .primaryKey()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    csq: smallint('csq').notNull(),
    reported_at: epochSeconds('reported_at').notNull(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
  },
  (t) => [index().on(t.csq, t.terminal_id), index().on(t.reported_at, t.terminal_id)],
);

/**
 * Readings of a terminal's modem per hour. No foreign key: deleting a terminal would delete years of hours in
 * one transaction, so retention removes them.
 */
export const signalHour = pgTable(
  'signal_hour',
  {
    terminal_id: integer('terminal_id').notNull(),
    /** Hours since 1970, universal time. */
    hour: integer('hour').notNull(),
    csq_sum: integer('csq_sum').notNull(),
    count: integer('count').notNull(),
    csq_min: smallint('csq_min').notNull(),
    csq_max: smallint('csq_max').notNull(),
    reported_at: epochSeconds('reported_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.terminal_id, t.hour] }), index().on(t.hour)],
);

/** Site-wide settings by key (system configuration). */
export const setting = pgTable('setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  rev: rev(),
});

/** Preferences of accounts for their screens, such as column layouts. */
export const preference = pgTable(
  'preference',
  {
    account_id: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.key] })],
);

/** Connections to other systems (contract/entities/site/integration.ts). */
export const integration = pgTable(
  'integration',
  {
    id: id(),
    name: text('name').notNull(),
    kind: text('kind').$type<IntegrationKind>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    org: integer('org').references(() => partition.id),
    url: text('url').notNull().default(''),
    /** Secret that signs and verifies messages, encrypted; never leaves the server. */
    secret: text('secret'),
    events: jsonb('events').$type<('alarm' | 'fault')[]>().notNull().default([]),
    alarm_plan: integer('alarm_plan').references(() => alarmPlan.id, { onDelete: 'set null' }),
    poll_s: integer('poll_s').notNull().default(60),
    mappings: jsonb('mappings').$type<CapMapping[]>().notNull().default([]),
    last_at: epochSeconds('last_at'),
    last_error: text('last_error').notNull().default(''),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.org)],
);

/** Messages and alerts that were taken, so that none is taken twice. */
export const integrationMessage = pgTable(
  'integration_message',
  {
    integration_id: integer('integration_id')
      .notNull()
      .references(() => integration.id, { onDelete: 'cascade' }),
    /** Id of a webhook's message, or name of an alert. */
    name: text('name').notNull(),
    /** Plans that it started. */
    plans: idList('plans'),
    at: epochSeconds('at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.integration_id, t.name] }), index().on(t.at)],
);

/** Outgoing webhook messages that are not delivered yet. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    integration_id: integer('integration_id')
      .notNull()
      .references(() => integration.id, { onDelete: 'cascade' }),
    message_id: text('message_id').notNull(),
    message: jsonb('message').$type<WebhookMessage>().notNull(),
    attempts: smallint('attempts').notNull().default(0),
    next_at: timestamp('next_at', { withTimezone: true }).notNull().default(now),
  },
  (t) => [index().on(t.next_at)],
);

/**
 * Recordings (contract/entities/sound/recordFile.ts). No foreign keys: they outlive what they recorded, and begin
 * before its commit.
 */
export const recordFile = pgTable(
  'record_file',
  {
    id: id(),
    recordType: text('record_type').$type<RecordType>().notNull(),
    name: text('name').notNull(),
    callerName: text('caller_name').notNull(),
    callerId: integer('caller_id'),
    calleeName: text('callee_name').notNull(),
    calleeId: integer('callee_id'),
    /** Wall time of the first sound, ms since 1970. */
    began_at: bigint('began_at', { mode: 'number' }).notNull(),
    /** Null: still recording, or the server went down meanwhile. */
    duration_ms: integer('duration_ms'),
    size: bigint('size', { mode: 'number' }),
    channels: smallint('channels').notNull(),
    emergency: boolean('emergency').notNull(),
    alarm_id: integer('alarm_id'),
    broadcast_id: integer('broadcast_id'),
    lost: integer('lost').notNull().default(0),
    /** Zones of everyone recorded; none: the whole site. */
    orgs: integer('orgs').array().notNull().default([]),
    /** Path of its file in the folder of recordings. */
    path: text('path').notNull().unique(),
    /** Computed when first requested. */
    peaks: jsonb('peaks').$type<number[]>(),
  },
  (t) => [
    index().on(t.began_at),
    index().on(t.alarm_id),
    index().on(t.recordType, t.id.desc()),
    index().on(t.callerName, t.id),
    index().on(t.calleeName, t.id),
    index('record_file_orgs').using('gin', t.orgs),
    index('record_file_open').on(t.id).where(sql`duration_ms is null`),
    index('record_file_search').using(
      'gin',
      searchable(t.name),
      searchable(t.callerName),
      searchable(t.calleeName),
    ),
  ],
);

/** Upgrade packages (contract/entities/terminals/upgrade.ts). */
export const upgradeFile = pgTable(
  'upgrade_file',
  {
    id: id(),
    name: text('name').notNull(),
    original_name: text('original_name').notNull(),
    version: text('version').notNull(),
    feature_code: text('feature_code').$type<UpgradeFeature>().notNull(),
    min_version: text('min_version'),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    signer_key: text('signer_key').notNull(),
    signature: text('signature').notNull(),
    build_status: text('build_status').$type<'waiting' | 'building' | 'built' | 'failed'>().notNull(),
    /** Message key; empty unless failed. */
    build_error: text('build_error').notNull().default(''),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('upgrade_file_version').on(t.feature_code, t.version)],
);

/** Upgrade batches. Their data on package and terminals outlives both. */
export const upgrade = pgTable(
  'upgrade',
  {
    id: id(),
    upgrade_file: integer('upgrade_file').references(() => upgradeFile.id, { onDelete: 'set null' }),
    upgrade_pack_name: text('upgrade_pack_name').notNull(),
    version: text('version').notNull(),
    feature_code: text('feature_code').$type<UpgradeFeature>().notNull(),
    creator: text('creator').notNull(),
    created_at: createdAt(),
    ended_at: epochSeconds('ended_at'),
    state: text('state').$type<UpgradeBatchState>().notNull(),
    paused_by: text('paused_by'),
    waves: integer('waves').array().notNull(),
    wave_count: smallint('wave_count').notNull(),
    failure_limit: integer('failure_limit').notNull(),
    /** Failures since a person last resumed it; the limit applies to these. */
    failures: integer('failures').notNull().default(0),
  },
  (t) => [index('upgrade_open').on(t.id).where(sql`state <> 'ended'`), index().on(t.ended_at)],
);

export const upgradeTerminal = pgTable(
  'upgrade_terminal',
  {
    id: id(),
    upgrade: integer('upgrade')
      .notNull()
      .references(() => upgrade.id, { onDelete: 'cascade' }),
    terminal_id: integer('terminal_id').notNull(),
    name: text('name').notNull(),
    code: text('code').notNull(),
    org: integer('org'),
    wave: integer('wave').notNull(),
    status: text('status').$type<UpgradeStep>().notNull(),
    progress: smallint('progress').notNull().default(0),
    from_version: text('from_version').notNull(),
    reason: text('reason').$type<UpgradeReason>(),
    detail: text('detail').notNull().default(''),
    began_at: epochSeconds('began_at'),
    ended_at: epochSeconds('ended_at'),
  },
  (t) => [
    index().on(t.upgrade, t.wave),
    index().on(t.org),
    // A terminal is in one open upgrade at most.
    uniqueIndex('upgrade_terminal_open')
      .on(t.terminal_id)
      .where(sql`status in ('waiting', 'updating', 'preparing_to_restart', 'restarting')`),
  ],
);

/** Idempotency keys of requests (server/platform/idempotency), written in the transaction of the request. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    account_id: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    route: text('route').notNull(),
    /** SHA-256 of the key: the key itself would allow to guess or decrypt the next two columns. */
    key_hash: text('key_hash').notNull(),
    /** HMAC of path, query and body. */
    fingerprint: text('fingerprint').notNull(),
    /** Id of the execution that wrote this, distinct from others with the same key. */
    run: uuid('run').notNull(),
    /** Number of its committed transactions. */
    step: integer('step').notNull().default(0),
    /** True for emergency actions, whose keys are also in the journal and in memory. */
    emergency: boolean('emergency').notNull().default(false),
    /** Status and body of the response, encrypted with the key; null: not stored. */
    status: smallint('status'),
    answer: text('answer'),
    at: epochSeconds('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.route, t.key_hash] }), index('idempotency_key_at').on(t.at)],
);
