import { z } from 'zod';
import { terminalRole, ttsAuthorizationAction } from '../codes.ts';
import { idSchema } from '../envelope.ts';
import { requestNames } from '../requestNames.ts';
import { defineKind } from './terminal.ts';

/** TTS terminals (spec 3, "XTTS"): they turn text into speech. `licenses`: texts at a time, 0: not opened. */
export const xttsKind = defineKind('xtts', terminalRole.tts, {}, {}, { licenses: 0 as number });
export const xttsEntity = xttsKind.entity;
export type Xtts = z.output<typeof xttsEntity.row>;

/** Licences of one terminal, and of the site. */
const licenses = z.number().int().min(1).max(100);
const total = z.number().int().min(0).max(1000);

/** The licences of the site at the first start. */
export const defaultLicenses = 10;

/** What `POST /v1/sys/tts_license` does; a grant sets how many texts at a time the terminal may speak. */
export const ttsLicenseAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal(ttsAuthorizationAction.grant), id: idSchema, licenses, ...requestNames }),
  z.object({ action: z.literal(ttsAuthorizationAction.revoke), id: idSchema, ...requestNames }),
]);
export const grantForm = z.object({ licenses });

/** `PATCH /v1/sys/tts_license`: how many licences the site has. */
export const ttsLicenseTotal = z.object({ total });

/** The licences of the site: how many there are, and how many are granted. */
export const ttsLicensePool = z.object({ total, granted: z.number().int() });

/** The one row of the live topic `tts_license`. */
export type TtsLicensePool = z.output<typeof ttsLicensePool> & { id: 1; org: null };
