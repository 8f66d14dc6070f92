import { z } from 'zod';
import { idSchema } from '../envelope.ts';
import { isCustomDeviceName } from '../ruleChecks.ts';
import { defineEntity } from './entity.ts';

const volume = z.number().int().min(0).max(100);

/** Play status, spec 4. */
export const playStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

/**
 * Sound terminal (spec 3, "Device"). Rows are made by adopting a found terminal, not by a form; `create` is
 * therefore the body of the adoption.
 */
export const deviceEntity = defineEntity({
  path: 'device',
  key: 'device',
  row: z.object({
    id: z.number().int(),
    role: z.number().int(),
    code: z.string(),
    name: z.string(),
    dev_name2: z.string(),
    org: z.number().int().nullable(),
    ao_volume: volume,
    ai_volume: volume,
    call_number: z.string(),
    ICCID: z.string(),
    client_ip: z.string(),
    client_version: z.string(),
    features: z.array(z.string()),
    last_login_time: z.number().int().nullable(),
    rev: z.number().int(),
    created_at: z.number().int(),
  }),
  create: z.object({
    name: z.string().trim().min(1).max(50),
    org: idSchema.nullable(),
    ao_volume: volume.optional(),
  }),
  patch: z.object({
    name: z.string().trim().min(1).max(50).optional(),
    dev_name2: z.string().trim().max(50).optional(),
    org: idSchema.nullable().optional(),
    ao_volume: volume.optional(),
    ai_volume: volume.optional(),
    call_number: z
      .string()
      .regex(/^[0-9]{0,12}$/)
      .optional(),
  }),
  filter: z.object({ org: idSchema.optional(), code: z.string().max(50).optional() }),
  sortable: [
    'name',
    'code',
    'org',
    'ao_volume',
    'client_ip',
    'client_version',
    'last_login_time',
    'created_at',
  ],
  searchable: ['name', 'code', 'dev_name2', 'client_ip', 'call_number'],
});
export type Device = z.output<typeof deviceEntity.row>;

/** The form of a terminal: what `PATCH /v1/device/:id` takes, with the rule of the alias (spec 5); empty takes it away. */
export const deviceForm = deviceEntity.patch.superRefine(({ name = '', dev_name2 = '' }, ctx) => {
  if (dev_name2 !== '' && !isCustomDeviceName(dev_name2, name))
    ctx.addIssue({ code: 'custom', path: ['dev_name2'], message: 'rules.deviceName' });
});

const ids = z.array(idSchema).min(1).max(20_000);

/** What the action `volume` sets. */
export const deviceVolume = z.object({ ao_volume: volume });

/** `POST /v1/device/batch`: one result per terminal. */
export const deviceBatch = z.discriminatedUnion('action', [
  z.object({ action: z.literal('volume'), ids, ...deviceVolume.shape }),
  z.object({ action: z.literal('zone'), ids, org: idSchema.nullable() }),
  z.object({ action: z.literal('restart'), ids }),
  z.object({ action: z.literal('identify'), ids }),
  /** Ends what plays at them, there alone (spec 4: manual stop). */
  z.object({ action: z.literal('stop'), ids }),
  z.object({ action: z.literal('delete'), ids }),
]);
export type DeviceBatch = z.output<typeof deviceBatch>;

/** What many found terminals get at once; null: the top zone of the account. */
export const foundAdoption = z.object({ org: idSchema.nullable(), ao_volume: volume.optional() });

/** `POST /v1/terminal_found/batch`. Adopted terminals keep the names that they gave themselves, else their codes. */
export const foundBatch = z.discriminatedUnion('action', [
  z.object({ action: z.literal('adopt'), ids, ...foundAdoption.shape }),
  z.object({ action: z.literal('refuse'), ids }),
]);

/** `POST /v1/terminal_found/:id/replace`: the id of the terminal out of order whose place it takes. */
export const foundReplace = z.object({ device: idSchema });

/** A found terminal as `GET /v1/terminal_found` and the live topic give it. */
export const foundRow = z.object({
  id: z.number().int(),
  code: z.string(),
  role: z.number().int(),
  name: z.string(),
  model: z.string(),
  version: z.string(),
  client_ip: z.string(),
  features: z.array(z.string()),
  found_at: z.number().int(),
  known_code: z.boolean(),
});

/**
 * Why a terminal sounds as it does, for "no speaker is silent without an answer" (design 7): a key of the
 * locale section `why` and its parameters. `task` is the name of the broadcast concerned, wherever there is one;
 * `over` and `by` name the other one (`preempting`; `preempted`, `waiting`); `offline` has `since` (epoch
 * seconds), `silent` has `level` (dBFS).
 */
export interface Why {
  key:
    | 'free'
    | 'playing'
    | 'paused'
    | 'stopped'
    | 'preempting'
    | 'preempted'
    | 'waiting'
    | 'offline'
    | 'lost_while_playing'
    | 'locked'
    | 'unsynced'
    | 'silent'
    | 'never_seen';
  params: Record<string, string | number>;
}

/** Live row of a sound terminal: the stored fields, presence, what plays and the proof of it. */
export interface DeviceLive {
  id: number;
  org: number | null;
  role: number;
  code: string;
  name: string;
  dev_name2: string;
  ao_volume: number;
  ai_volume: number;
  /** Ids of the groups that it is in (spec 3). */
  groups: readonly number[];
  call_number: string;
  ICCID: string;
  client_ip: string;
  client_version: string;
  support_upgrade: boolean;
  support_set_buffalo: boolean;
  support_set_server_config: boolean;
  last_login_time: number | null;
  rev: number;
  online: boolean;
  /** Wall time of the last change of `online`, epoch seconds. */
  online_since: number | null;
  play_status: 0 | 1 | 2 | 3 | 4;
  /** Id and name of the broadcast whose claim sounds here (or is paused here). */
  task_id: number | null;
  tasks: string;
  why: Why;
  /** `silent`: should sound and does not; `locked`: a browser without its click. */
  sound: 'none' | 'ok' | 'silent' | 'locked';
  level_db: number | null;
  peak_db: number | null;
  /** Share of packets lost or late since the stream opened, percent. */
  lost_pct: number;
  buffer_ms: number | null;
  skew_us: number | null;
  /** Wall time of the last report, epoch milliseconds. */
  reported_at: number | null;
  /** Whether a fault of this terminal is open, and whether somebody has acknowledged it. */
  fault: 'none' | 'new' | 'acknowledged';
  [field: string]: unknown;
}

/** A connected terminal that is not adopted yet (scan screen), live only: it is in no table. */
export interface FoundTerminal {
  id: number;
  org: null;
  code: string;
  role: number;
  name: string;
  model: string;
  version: string;
  client_ip: string;
  features: string[];
  /** Epoch seconds. */
  found_at: number;
  /** Another terminal of the same code is adopted already and this one does not know its secret. */
  known_code: boolean;
  [field: string]: unknown;
}
