import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { requestNames } from '../../api/requestNames.ts';
import { terminalRole, ttsAuthorizationAction } from '../../codes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { defineKind } from './terminal.ts';

/** TTS terminals ("XTTS"): they synthesise speech. `licenses`: number of concurrent texts, 0: not authorized. */
export const xttsKind = defineKind('xtts', terminalRole.tts, {}, {}, { licenses: 0 as number });
export const xttsEntity = xttsKind.entity;
export type Xtts = z.output<typeof xttsEntity.row>;

/** Licences of one terminal, and of the site. */
const licenses = z.number().int().min(1).max(100);
const total = z.number().int().min(0).max(1000);

/** The licences of the site at the first start. */
export const defaultLicenses = 10;

/** Actions of `POST /v1/sys/tts_license`; a grant sets the number of concurrent texts of the terminal. */
export const ttsLicenseAction = z.discriminatedUnion('action', [
  z.object({
    action: z
      .literal(ttsAuthorizationAction.grant)
      .describe('Sets the number of texts that the terminal may speak at a time.'),
    id: idSchema.describe('Id of the TTS terminal.'),
    licenses: licenses.describe(fieldText.licenses),
    ...requestNames,
  }),
  z.object({
    action: z.literal(ttsAuthorizationAction.revoke).describe('Revokes the licences of the terminal.'),
    id: idSchema.describe('Id of the TTS terminal.'),
    ...requestNames,
  }),
]);
export const grantForm = z.object({ licenses: licenses.describe(fieldText.licenses) });

/** `PATCH /v1/sys/tts_license`: number of licences of the site. */
export const ttsLicenseTotal = z.object({ total: total.describe('Number of licences that the site has.') });

/** The licences of the site: total and granted. */
export const ttsLicensePool = z.object({
  total: total.describe('Number of licences that the site has.'),
  granted: z.number().int().describe('Number of licences granted to terminals.'),
});

/** The one row of the live topic `tts_license`. */
export type TtsLicensePool = z.output<typeof ttsLicensePool> & { id: 1; org: null };
