import { z } from 'zod';
import { fieldText } from '../../rules/fieldText.ts';

/** Body of POST /v1/login. */
export const loginBody = z.object({
  username: z.string().max(100).describe('Login name.'),
  password: z.string().max(200).describe('Password.'),
  by_url: z
    .boolean()
    .optional()
    .describe('The credentials were part of an address; the system configuration can forbid this.'),
});

/** The logged-in user: user data of the login, and answer of GET /v1/profile. */
export const profile = z.object({
  id: z.number().int().describe(fieldText.id),
  code: z.string().describe('Login name of the account.'),
  name: z.string().describe(fieldText.name),
  role_code: z.string().describe(fieldText.role_code),
  role_name: z.string().describe(fieldText.role_name),
  permissions: z.array(z.string()).describe('Permission keys that apply.'),
  role_permissions: z
    .array(z.string())
    .describe('All permission keys of the role, also those that apply only to accounts of the whole site.'),
  all_zones: z.boolean().describe(fieldText.all_zones),
  whole_site: z.boolean().describe('Whether the account may change what belongs to the whole site.'),
  groups: z
    .array(z.number().int())
    .describe('Ids of the zones of the account, which include all zones below.'),
  must_change_password: z
    .boolean()
    .describe(
      'Whether the account must call `POST /v1/profile/password` first; everything else is refused with 403 `auth.passwordFirst`.',
    ),
});
export type Profile = z.output<typeof profile>;

export const loginValue = profile.extend({
  token: z.string().describe('Token for the header `access_token` of every other call.'),
  role: z.string().describe('Code of the role.'),
});
export type LoginValue = z.output<typeof loginValue>;

export const passwordBody = z.object({
  old_password: z.string().max(200).describe('Current password.'),
  password: z.string().max(200).describe('Password.'),
  confirmPassword: z.string().max(200).describe(fieldText.confirmPassword),
});

export const sessionRow = z.object({
  id: z.number().int().describe(fieldText.id),
  client_ip: z.string().describe(fieldText.client_ip),
  user_agent: z.string().describe('Program that logged in, by the name that it sent.'),
  created_at: z.number().int().describe('Login, epoch s.'),
  last_seen_at: z.number().int().describe('Last call, epoch s.'),
  expires_at: z.number().int().describe(fieldText.expires_at),
  current: z.boolean().describe('Whether it is the login of this call.'),
});
export type SessionRow = z.output<typeof sessionRow>;
