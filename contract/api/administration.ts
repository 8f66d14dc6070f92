import { z } from 'zod';
import { fieldText } from '../rules/fieldText.ts';

/**
 * Remote administration ("buffalo") and server parameters of terminals (support_set_buffalo,
 * support_set_server_config; docs/protocols/terminal-protocol.md, "Administration").
 */

/** A server as `http(s)://host[:port]`, without a path, query or fragment. */
export const serverAddress = z
  .string()
  .trim()
  .max(200)
  .refine((text) => {
    const url = URL.parse(text);
    const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '';
    return isPlain && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.hash === '';
  }, 'rules.serverAddress');

/** Name or address of a machine. */
export const hostName = z
  .string()
  .trim()
  .max(100)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^\[[0-9A-Fa-f:.]+\]$/, { error: 'rules.hostName' });

/** Batch action `set_server`: the server that the terminals use from their next connection on. */
export const serverSetting = z.object({
  server: serverAddress.describe('Address of the server that they are to use.'),
});
/**
 * Batch action `set_buffalo`: switches the connection of terminals to a remote-management server on or off and names
 * the server; host and port are ignored when it is switched off.
 */
const remote = {
  on: z.boolean().describe('Whether the connection is kept.'),
  host: hostName
    .or(z.literal(''))
    .describe('Host of the remote-management server; may be empty when switched off.'),
  port: z.number().int().min(0).max(65_535).describe('Its port; 0 when switched off.'),
};
/** Requires host and port when remote administration is switched on. */
export function remoteRule(
  { on, host, port }: { on: boolean; host: string; port: number },
  ctx: z.RefinementCtx,
) {
  if (on && host === '') ctx.addIssue({ code: 'custom', path: ['host'], message: 'rules.hostName' });
  if (on && port === 0)
    ctx.addIssue({ code: 'too_small', minimum: 1, origin: 'number', path: ['port'], input: port });
}
export const remoteFields = z.object(remote);
export const remoteSetting = remoteFields.superRefine(remoteRule);

const request = z.number().int().min(0);

/** Messages from the server to a terminal; the terminal answers each with `result`. */
export const toAdministered = [
  z.object({
    type: z.literal('server.set'),
    request: request.describe(fieldText.request),
    ...serverSetting.shape,
  }),
  /** `force`: connect without asking for consent at the terminal. */
  z.object({
    type: z.literal('buffalo.set'),
    request: request.describe(fieldText.request),
    ...remote,
    force: z.boolean(),
  }),
] as const;
export type Administered = z.infer<(typeof toAdministered)[number]>;

/** State of remote administration at a terminal. `asking`: waits for the consent of somebody at the terminal. */
export const remoteState = ['off', 'asking', 'connecting', 'connected'] as const;

/** Message from a terminal to the server, after every welcome and on every change. */
export const administration = z.object({
  type: z.literal('administration'),
  server: z.string().max(200).describe('Address of the server that they are to use.'),
  failed: z.string().max(200).nullable(),
  /** `at`: the remote-management server as `host:port`; empty: none. */
  remote: z.object({ state: z.enum(remoteState), at: z.string().max(110).describe(fieldText.at) }),
});
export type AdministrationView = Omit<z.infer<typeof administration>, 'type'>;

/** `GET /v1/sys/addresses`: default addresses of these actions. */
export const administrationDefaults = z.object({
  remote_server: z.string().describe(fieldText.remote_server),
  remote_port: z.number().describe(fieldText.remote_port),
  buffalo_backend: z.string().describe(fieldText.buffalo_backend),
  http_backend: z.string().describe(fieldText.http_backend),
  force_buffalo: z.boolean().describe(fieldText.force_buffalo),
});
export type AdministrationDefaults = z.output<typeof administrationDefaults>;
