import { z } from 'zod';
import { fieldText } from '../../rules/fieldText.ts';
import { terminalKindNames } from '../terminals/terminalKind.ts';

/** `GET /v1/sys/plain_http`: what goes on over plain HTTP right now, and ends when the site is reached by HTTPS only. */
export const plainHttp = z.object({
  secure: z.boolean().describe('Whether this request came by HTTPS: only then it can be switched off.'),
  own_login: z
    .boolean()
    .describe('Whether the login of the caller ends, since its token was sent by plain HTTP.'),
  logins: z.number().int().describe('Logins whose token was sent by plain HTTP.'),
  consoles: z.number().int().describe('Consoles and wall displays with an open link.'),
  terminals: z
    .array(
      z.object({
        id: z.number().int().describe('Id of the terminal.'),
        code: z.string().describe(fieldText.code),
        name: z.string().describe('Name that people see.'),
        kind: z.enum(terminalKindNames).describe(fieldText.kind),
      }),
    )
    .describe('Connected terminals of the kinds that the caller may list.'),
  found_terminals: z.number().int().describe('Number of connected terminals that are found and not adopted.'),
  exposed_secrets: z
    .number()
    .int()
    .describe('Number of adopted terminals, connected or not, whose secret was sent by plain HTTP.'),
  lasting_secrets: z
    .number()
    .int()
    .describe('Number of these that cannot take a new secret: theirs stays valid.'),
  other_terminals: z.number().int().describe('Number of connected terminals that the caller may not list.'),
});
export type PlainHttp = z.output<typeof plainHttp>;
