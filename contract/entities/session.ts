import { z } from 'zod';

/** Body of POST /v1/login (spec 7). */
export const loginBody = z.object({
  username: z.string().max(100),
  password: z.string().max(200),
  /** The credentials came in the address: the system configuration can forbid that (design 11). */
  by_url: z.boolean().optional(),
});

/** The logged-in person: the login's user data, and GET /v1/profile. */
export const profile = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  role_code: z.string(),
  role_name: z.string(),
  /** Keys that count. */
  permissions: z.array(z.string()),
  /** All keys of the role, also those that count only with the whole site (contract/siteWide.ts). */
  role_permissions: z.array(z.string()),
  all_zones: z.boolean(),
  /** All zones, or the top zone: the account may change what belongs to the whole site. */
  whole_site: z.boolean(),
  /** Roots of the zones that this account may touch. */
  groups: z.array(z.number().int()),
});
export type Profile = z.output<typeof profile>;

export const loginValue = profile.extend({ token: z.string(), role: z.string() });
export type LoginValue = z.output<typeof loginValue>;

export const passwordBody = z.object({
  old_password: z.string().max(200),
  password: z.string().max(200),
  confirmPassword: z.string().max(200),
});

export const sessionRow = z.object({
  id: z.number().int(),
  client_ip: z.string(),
  user_agent: z.string(),
  created_at: z.number().int(),
  last_seen_at: z.number().int(),
  expires_at: z.number().int(),
  current: z.boolean(),
});
export type SessionRow = z.output<typeof sessionRow>;
