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
 * Batch action `set_buffalo`: switches the remote administration of terminals on or off and names the
 * remote-management server; host and port are ignored when it is switched off.
 */
const remote = {
  on: z.boolean().describe('Whether the connection is kept.'),
  host: hostName
    .or(z.literal(''))
    .describe(
      'Host of the remote-management server; empty: this server, over the connection of the terminal.',
    ),
  port: z.number().int().min(0).max(65_535).describe('Its port; 0 for this server, or when switched off.'),
};
/** Requires a port for another remote-management server than this one. */
export function remoteRule(
  { on, host, port }: { on: boolean; host: string; port: number },
  ctx: z.RefinementCtx,
) {
  if (on && host !== '' && port === 0)
    ctx.addIssue({ code: 'too_small', minimum: 1, origin: 'number', path: ['port'], input: port });
}
export const remoteFields = z.object(remote);
export const remoteSetting = remoteFields.superRefine(remoteRule);

const request = z.number().int().min(0);

/** Most lines of a terminal's log, and characters of a line. */
export const MAX_LOG_LINES = 200;
export const MAX_LOG_TEXT = 300;

/** `POST /v1/{kind}/:id/remote`: a request of remote administration by this server. */
export const remoteRequest = z.object({
  what: z
    .enum(['log', 'network', 'restart'])
    .describe('`log`: read its log; `network`: read its network state; `restart`: restart its program.'),
});
export type RemoteRequest = z.output<typeof remoteRequest>;

const shortText = z.string().max(100);
/** Answer of a terminal: its log, the oldest line first, or its network state. */
export const remoteAnswer = z.object({
  log: z
    .array(
      z.object({
        at: z.number().int().describe('Time by the clock of the terminal, epoch s.'),
        text: z.string().max(MAX_LOG_TEXT).describe('Line of the log.'),
      }),
    )
    .max(MAX_LOG_LINES)
    .optional()
    .describe('Log of the terminal, the oldest line first.'),
  network: z
    .object({
      host: z.string().max(255).describe('Name of its machine.'),
      server: z.string().max(200).describe('Address of the server that it uses.'),
      interfaces: z
        .array(
          z.object({
            name: shortText.describe('Name of the network interface.'),
            address: shortText.describe('IP address with the length of its network.'),
            mac: shortText.describe('Hardware address.'),
          }),
        )
        .max(64)
        .describe('Addresses of its network interfaces.'),
    })
    .optional()
    .describe('Network state of the terminal.'),
});
export type RemoteAnswer = z.output<typeof remoteAnswer>;

/** Answer as the API gives it; network addresses have the names that `fieldPermissions` knows. */
export const remoteView = z.object({
  log: remoteAnswer.shape.log,
  network: z
    .object({
      machine: z.string().describe('Name of its machine.'),
      server: z.string().describe('Address of the server that it uses.'),
      interfaces: z
        .array(
          z.object({
            name: z.string().describe('Name of the network interface.'),
            client_ip: z.string().describe('IP address with the length of its network.'),
            mac: z.string().describe('Hardware address.'),
          }),
        )
        .describe('Addresses of its network interfaces.'),
    })
    .optional()
    .describe('Network state of the terminal.'),
});
export type RemoteView = z.output<typeof remoteView>;

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
  /** A request of remote administration by this server; only by HTTPS. */
  z.object({
    type: z.literal('remote.ask'),
    request: request.describe(fieldText.request),
    ...remoteRequest.shape,
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
  /** `at`: the remote-management server as `host:port`; empty: none, or this server. */
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
