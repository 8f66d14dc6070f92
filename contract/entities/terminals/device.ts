import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { terminalRole } from '../../codes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { loudspeakerPassword, passwordText } from './connected/connectedFields.ts';
import { foreignTransport } from './foreign.ts';
import { defineKind, type TerminalLive, volume } from './terminal.ts';
import { commonActions, stopAction, terminalVolume, withAliasRule } from './terminalForms.ts';
import { type TerminalKind, terminalKindNames } from './terminalKind.ts';

export type { StateReason } from './terminal.ts';

/** Play status. */
export const playStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

/** Sound terminals ("Device"): the kind of terminals that broadcasts target. */
export const deviceKind = defineKind(
  'device',
  terminalRole.soundColumn,
  {
    file_group: idSchema
      .nullable()
      .describe('Id of its own group of music files, offered first for tasks that target it; null: none.'),
    foreign: foreignTransport
      .nullable()
      .describe('Transport to a loudspeaker of another make; null: it connects to this server itself.'),
  },
  { file_group: null, foreign: null },
  {},
  { foreign_password: loudspeakerPassword.optional().describe(passwordText) },
);
export const deviceEntity = deviceKind.entity;
export type Device = z.output<typeof deviceEntity.row>;

/** Form of a terminal: the body of `PATCH /v1/device/:id` with the rule of the alias. */
export const deviceForm = withAliasRule(deviceEntity.patch);

const ids = z.array(idSchema).min(1).max(20_000);

/** Parameters of the action `volume`. */
export const deviceVolume = terminalVolume;

/** `POST /v1/device/batch`: one result per terminal. */
export const deviceBatch = z.discriminatedUnion('action', [...commonActions, stopAction]);
export type DeviceBatch = z.output<typeof deviceBatch>;

/** Zone for a batch of found terminals; null: the top zone of the account. */
export const foundAdoption = z.object({
  org: idSchema.nullable().describe('Id of their zone; null: the top zone of the account.'),
  ao_volume: volume.optional().describe(fieldText.ao_volume),
});

/** `POST /v1/terminal_found/batch`. Adopted terminals keep the names that they proposed, else their codes. */
export const foundBatch = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('adopt').describe('Adopts them under their reported names, or else their codes.'),
    ids: ids.describe(fieldText.ids),
    ...foundAdoption.shape,
  }),
  z.object({
    action: z.literal('refuse').describe('Removes them from the list until they connect again.'),
    ids: ids.describe(fieldText.ids),
  }),
]);

/** `POST /v1/terminal_found/:id/replace`: the id of the defective terminal that it replaces. */
export const foundReplace = z.object({
  device: idSchema.describe('Id of the terminal that it replaces.'),
});

/** A found terminal as `GET /v1/terminal_found` and the live topic give it. */
export const foundRow = z.object({
  id: z.number().int().describe(fieldText.id),
  code: z.string().describe(fieldText.code),
  kind: z
    .enum(terminalKindNames)
    .nullable()
    .describe(`${fieldText.kind} Null: unknown, because it was refused before it sent its kind.`),
  role: z.number().int().nullable().describe(fieldText.role),
  name: z.string().describe(fieldText.name),
  model: z.string().describe('Reported model.'),
  version: z.string().describe(fieldText.version),
  client_ip: z.string().describe(fieldText.client_ip),
  features: z.array(z.string()).describe(fieldText.features),
  found_at: z.number().int().describe('When it was found, epoch s.'),
  known_code: z
    .boolean()
    .describe('Whether an adopted terminal already has this code, and this one does not have its secret.'),
  plain_http: z
    .boolean()
    .describe(
      'Whether it connects by plain HTTP, which the site refuses: it can be adopted once it connects by HTTPS. Code and kind are those in its address, if any.',
    ),
});

export const foundSortable = ['found_at', 'name', 'code', 'kind', 'model', 'version'] as const;

/** Live row of a sound terminal. */
export type DeviceLive = TerminalLive;

/** A connected terminal that is not adopted yet (scan screen); live only, not stored. */
export interface FoundTerminal {
  id: number;
  org: null;
  code: string;
  /** Kind that it has after adoption; null: unknown, because it was refused before it sent its kind. */
  kind: TerminalKind | null;
  role: number | null;
  name: string;
  model: string;
  version: string;
  client_ip: string;
  features: string[];
  /** Epoch seconds. */
  found_at: number;
  /** True when another terminal with the same code is adopted and this one does not have its secret. */
  known_code: boolean;
  /** True: it comes by plain HTTP, which the site refuses. */
  plain_http: boolean;
  [field: string]: unknown;
}
