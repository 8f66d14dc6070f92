import { z } from 'zod';
import type { AdministrationView } from '../../api/administration.ts';
import { idSchema } from '../../api/envelope.ts';
import type { MessageKey } from '../../api/errors.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { requiredText } from '../../rules/rules.ts';
import { defineEntity, type EntityNoun } from '../entity.ts';
import type { OfflineStorageView } from '../tasks/offlineStorage.ts';
import { type TerminalKind, terminalKindNames } from './terminalKind.ts';

/** Volume, 0–100. */
export const volume = z.number().int().min(0).max(100);

/** Quick number: unique among all terminals and virtual casters; empty: none. */
export const callNumber = z.string().regex(/^[0-9]{0,12}$/, { error: 'rules.callNumber' });

/** Presence of a terminal, as its live row tells it too. */
export const terminalPresence = z.object({
  online: z.boolean().describe('Whether it is connected now.'),
  since: z
    .number()
    .int()
    .nullable()
    .describe('Last change of `online`, epoch s; null: none since the server started.'),
  last_seen_at: z
    .number()
    .int()
    .nullable()
    .describe(
      'Last moment at which it was known to be connected, epoch s, now while it is; null: not known.',
    ),
});
export type TerminalPresence = z.output<typeof terminalPresence>;

/** Common fields of adopted terminals of all kinds. */
const row = {
  id: z.number().int().describe(fieldText.id),
  kind: z.enum(terminalKindNames).describe(fieldText.kind),
  role: z.number().int().describe(fieldText.role),
  code: z.string().describe(fieldText.code),
  name: z.string().describe(fieldText.name),
  dev_name: z.string().describe(fieldText.dev_name),
  dev_name2: z.string().describe(fieldText.dev_name2),
  org: z.number().int().nullable().describe(fieldText.org),
  ao_volume: volume.describe(fieldText.ao_volume),
  ai_volume: volume.describe(fieldText.ai_volume),
  call_number: z.string().describe(fieldText.call_number),
  ICCID: z.string().describe(fieldText.ICCID),
  client_ip: z.string().describe(fieldText.client_ip),
  client_version: z.string().describe('Version of its software.'),
  features: z.array(z.string()).describe(fieldText.features),
  last_login_time: z.number().int().nullable().describe('When it last connected, epoch s; null: never.'),
  rev: z.number().int().describe(fieldText.rev),
  created_at: z.number().int().describe(fieldText.created_at),
};

const patch = {
  name: z.string().trim().pipe(requiredText('name')).optional().describe(fieldText.name),
  dev_name2: z.string().trim().max(50).optional().describe(fieldText.dev_name2),
  org: idSchema.nullable().optional().describe(fieldText.org),
  ao_volume: volume.optional().describe(fieldText.ao_volume),
  ai_volume: volume.optional().describe(fieldText.ai_volume),
  call_number: callNumber.optional().describe(fieldText.call_number),
};

/** Body of an adoption; terminals are created by adopting a found terminal. */
const create = z.object({
  name: z.string().trim().pipe(requiredText('name')).describe(fieldText.name),
  org: idSchema.nullable().describe(fieldText.org),
  ao_volume: volume.optional().describe(fieldText.ao_volume),
});

const sortable = [
  'name',
  'code',
  'org',
  'ao_volume',
  'client_ip',
  'client_version',
  'last_login_time',
  'created_at',
] as const;
const searchable = ['name', 'code', 'dev_name', 'dev_name2', 'client_ip', 'call_number'] as const;

const nouns: Record<TerminalKind, [one: string, about: string]> = {
  device: ['device', 'A device is a sound terminal: a loudspeaker on the network, the target of broadcasts.'],
  caster: ['caster', 'A caster is the account of a call station, from which people speak to zones.'],
  dialogue: ['dialogue terminal', 'A dialogue terminal is an intercom that calls and is called.'],
  capturer: [
    'capturer',
    'A capturer brings sound in over several channels, each of which can be the source of a task.',
  ],
  xtts: ['TTS terminal', 'A TTS terminal turns text into speech for the site.'],
  fire_control_device: [
    'fire terminal',
    'A fire terminal has the inputs that start alarms and the outputs that they switch.',
  ],
};

/** Refusals of values that only some kinds have. */
const badValues: Partial<Record<TerminalKind, readonly MessageKey[]>> = {
  dialogue: ['call.self'],
  device: ['rules.loudspeakerPassword'],
};

/** Changes that only some kinds refuse. */
const refusals: Partial<Record<TerminalKind, readonly MessageKey[]>> = {
  device: ['terminal.otherTransport'],
  fire_control_device: ['terminal.otherTransport'],
  dialogue: ['terminal.otherTelephone'],
};

function terminalNoun(kind: TerminalKind): EntityNoun {
  const [one, about] = nouns[kind];
  return {
    one,
    many: `${one}s`,
    about: `${about} \`presence\` shows whether it is online.`,
    removal: 'It is disconnected and removed from broadcasts, tasks and groups; it can be adopted again.',
    failures: {
      write: {
        badRequest: ['rules.deviceName', ...(badValues[kind] ?? [])],
        notFound: kind === 'device' ? ['zone.notFound', 'group.notFound'] : ['zone.notFound'],
        refused: ['broadcast.alarmInProgress', ...(refusals[kind] ?? [])],
        ...(kind === 'dialogue' ? { conflict: ['terminal.phoneTaken'] as const } : {}),
        ...(kind === 'device'
          ? { conflict: ['terminal.groupDiffers', 'terminal.groupShared', 'terminal.levelTaken'] as const }
          : {}),
        ...(kind === 'caster'
          ? {
              forbidden: ['account.casterReachesFurther'] as const,
              conflict: ['terminal.codeLike'] as const,
            }
          : {}),
      },
      remove: { conflict: ['common.inUse', 'common.inUseElsewhere'], refused: ['broadcast.alarmInProgress'] },
    },
  };
}

type PatchShape<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<S[K]> };

/**
 * Defines a kind of terminals: its entity (path and permission keys are the name of the kind), and its plain settings
 * beside the common ones, which are fields of the same rows. References to other rows have tables of their own.
 *
 * @param settings the fields, without defaults @param defaults what a newly adopted one has
 * @param related fields of its live rows that come from tables of its own, as they are without a row there
 */
export function defineKind<
  Kind extends TerminalKind,
  S extends z.ZodRawShape,
  Related extends Record<string, unknown> = Record<never, never>,
  WriteOnly extends z.ZodRawShape = Record<never, never>,
>(
  kind: Kind,
  role: number,
  settings: S,
  defaults: z.output<z.ZodObject<S>>,
  related: Related = {} as Related,
  /** Fields of changes that are never returned. */
  writeOnly: WriteOnly = {} as WriteOnly,
) {
  const optional = Object.fromEntries(
    Object.entries(settings).map(([field, type]) => [field, z.optional(type)]),
  ) as PatchShape<S>;
  const entity = defineEntity({
    path: kind,
    key: kind,
    noun: terminalNoun(kind),
    row: z.object({ ...row, ...settings, presence: terminalPresence.describe('Whether it is online now.') }),
    create,
    patch: z.object({ ...patch, ...optional, ...writeOnly }),
    filter: z.object({
      org: idSchema.optional().describe(fieldText.org),
      code: z.string().max(50).optional().describe(fieldText.code),
    }),
    // The generic row is too deep for the compiler to see that these are its fields.
    sortable: sortable as never,
    searchable: searchable as never,
  });
  const secrets: readonly string[] = Object.keys(writeOnly);
  return { kind, role, entity, settings: z.object(settings), defaults, related, secrets };
}

/**
 * Reason why a terminal plays or is silent, so that every silent loudspeaker has an explanation: a key of the
 * locale section `reason` and its parameters. `task` is the name of the broadcast concerned, if there is one;
 * `over` and `by` name the other one (`preempting`, `ducking`; `preempted`, `ducked`, `waiting`); `offline` has
 * `since` (epoch seconds), `silent` and `no_level` have `level` (dBFS); `telephone_…` name the telephone system.
 */
export interface StateReason {
  key:
    | 'free'
    | 'playing'
    | 'paused'
    | 'stopped'
    | 'preempting'
    | 'preempted'
    | 'ducking'
    | 'ducked'
    | 'waiting'
    | 'moved'
    | 'offline'
    | 'behind_relay'
    | 'telephone_away'
    | 'telephone_off'
    | 'telephone_refused'
    | 'lost_while_playing'
    | 'locked'
    | 'unsynced'
    | 'silent'
    | 'source_silent'
    | 'muted'
    | 'no_level'
    | 'no_report'
    | 'off'
    | 'never_seen'
    | 'missed'
    | 'failed'
    | 'unsupported'
    | 'sent'
    | 'answered'
    | 'calling'
    | 'ringing'
    | 'call_refused'
    | 'call_busy'
    | 'group_busy'
    | 'start_waits';
  params: Record<string, string | number>;
}

/** Messages of a terminal whose types this server does not know, since it came online. */
export interface UnknownMessages {
  count: number;
  /** First few of their types, truncated to a readable length. */
  types: readonly string[];
}

/** Live row of a terminal of any kind: the stored fields, presence, current broadcast and proof of delivery. */
export interface TerminalLive {
  id: number;
  org: number | null;
  kind: TerminalKind;
  role: number;
  code: string;
  name: string;
  /** Its own name, by its last greeting. */
  dev_name: string;
  dev_name2: string;
  ao_volume: number;
  ai_volume: number;
  /** Ids of its groups. */
  groups: readonly number[];
  /** Own group of music files of a sound terminal; null: none, or another kind. */
  file_group: number | null;
  call_number: string;
  ICCID: string;
  client_ip: string;
  client_version: string;
  support_upgrade: boolean;
  support_set_buffalo: boolean;
  support_set_server_config: boolean;
  /** True when its secret was sent by plain HTTP and not replaced since. */
  secret_exposed: boolean;
  last_login_time: number | null;
  rev: number;
  online: boolean;
  /** Wall time of the last change of `online`, epoch seconds. */
  online_since: number | null;
  play_status: 0 | 1 | 2 | 3 | 4;
  /** Id and name of the broadcast whose claim plays (or is paused) here. */
  task_id: number | null;
  tasks: string;
  reason: StateReason;
  /**
   * Sound by proof of delivery. `silent`: should play and does not; `unknown`: should play and does not report;
   * `locked`: a browser that waits for a click to allow sound. `sent`: sent to a loudspeaker that reports nothing.
   */
  sound: 'none' | 'ok' | 'unknown' | 'silent' | 'locked' | 'sent';
  level_db: number | null;
  peak_db: number | null;
  /** Share of the last ten seconds of sound that was not played, percent; null: nothing was due, or no report. */
  lost_pct: number | null;
  /** True when that share is a fault (`terminal_gaps`). */
  lossy: boolean;
  buffer_ms: number | null;
  skew_us: number | null;
  /** Wall time of the last report, epoch milliseconds. */
  reported_at: number | null;
  /** Open fault of this terminal: none, new or acknowledged. */
  fault: 'none' | 'new' | 'acknowledged';
  /** State of its content for offline playback; null: it has nothing to store. */
  keeping: OfflineStorageView | null;
  /** Number of people who listen in on the terminal ("Device has been subscribed"). */
  listeners: number;
  /** Its server and its remote administration; null: not reported. */
  administration: AdministrationView | null;
  /** Messages of unknown types that it has sent; null: none. */
  unknown_messages: UnknownMessages | null;
  [field: string]: unknown;
}
