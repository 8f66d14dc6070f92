import { z } from 'zod';
import { remoteFields, remoteRule, serverSetting } from '../../api/administration.ts';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { isCustomDeviceName } from '../../rules/ruleChecks.ts';
import { volume } from './terminal.ts';

/** Adds the rule of the alias to the schema of a terminal's form; an empty alias removes it. */
export function withAliasRule<T extends z.ZodType>(schema: T): T {
  return schema.superRefine((values, ctx) => {
    const { name = '', dev_name2 = '' } = values as { name?: string; dev_name2?: string };
    if (dev_name2 !== '' && !isCustomDeviceName(dev_name2, name))
      ctx.addIssue({ code: 'custom', path: ['dev_name2'], message: 'rules.deviceName' });
  });
}

const ids = z.array(idSchema).min(1).max(20_000);

/** Parameters of the action `volume`. */
export const terminalVolume = z.object({ ao_volume: volume.describe(fieldText.ao_volume) });

/** Batch actions on terminals of any kind. */
export const commonActions = [
  z.object({
    action: z.literal('volume').describe('Sets the output volume.'),
    ids: ids.describe(fieldText.ids),
    ...terminalVolume.shape,
  }),
  z.object({
    action: z.literal('zone').describe('Moves them into another zone.'),
    ids: ids.describe(fieldText.ids),
    org: idSchema.nullable().describe(fieldText.org),
  }),
  z.object({ action: z.literal('restart').describe('Restarts them.'), ids: ids.describe(fieldText.ids) }),
  z.object({
    action: z.literal('identify').describe('Lets them show or sound where they are.'),
    ids: ids.describe(fieldText.ids),
  }),
  z.object({
    action: z.literal('set_server').describe('Sets the server that they use from their next connection on.'),
    ids: ids.describe(fieldText.ids),
    ...serverSetting.shape,
  }),
  z
    .object({
      action: z.literal('set_buffalo').describe('Switches their connection to a remote-management server.'),
      ids: ids.describe(fieldText.ids),
      ...remoteFields.shape,
    })
    .superRefine(remoteRule),
  z.object({ action: z.literal('delete').describe('Deletes them.'), ids: ids.describe(fieldText.ids) }),
] as const;

/** `POST /v1/{kind}/batch`: one result per terminal. */
export const terminalBatch = z.discriminatedUnion('action', [...commonActions]);
/** Stops playback at these terminals only (manual stop). */
export const stopAction = z.object({
  action: z.literal('stop').describe('Ends playback at these terminals only.'),
  ids: ids.describe(fieldText.ids),
});
