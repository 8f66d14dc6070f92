import { z } from 'zod';
import { fieldText } from '../../rules/fieldText.ts';
import { terminalKindNames } from '../terminals/terminalKind.ts';

/** `GET /v1/sys/terminal_licence`: licences for terminals of a kind, and how many are in use. */
export const terminalLicence = z.object({
  kind: z.enum(terminalKindNames).describe(fieldText.kind),
  used: z.number().int().describe('Number of adopted terminals of this kind, in all zones.'),
  limit: z.number().int().describe(fieldText.licence_limit),
});
export type TerminalLicence = z.output<typeof terminalLicence>;
