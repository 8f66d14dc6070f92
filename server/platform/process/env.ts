import { resolve } from 'node:path';
import { z } from 'zod';
import { brandIds } from '../../../brands/load.ts';
import { isAddressRange } from '../http/addressRange.ts';
import { SERVER_NICE } from './priority.ts';
import { StartError } from './startError.ts';

const port = z.coerce
  .number('must be a whole number')
  .int('must be a whole number')
  .min(0, 'must be from 0 to 65535')
  .max(65_535, 'must be from 0 to 65535');

const siteTimeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, 'must be the name of a time zone, such as Asia/Shanghai');

const addressRanges = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
  .refine(
    (entries) => entries.every(isAddressRange),
    'must be addresses such as 127.0.0.1 or 169.254.7.0/24',
  );

/** All settings of the server, with default and, as description, documentation. */
const schema = z.object({
  PORT: port.default(8080).describe('Port of console, API and terminals over HTTP. 0: any free port.'),
  HOST: z.string().optional().describe('Address to listen on. Default: all addresses of the machine.'),
  HTTPS_PORT: z
    .union([z.literal('off'), port], 'must be a whole number from 0 to 65535, or "off"')
    .optional()
    .describe(
      'Port of console, API and terminals over HTTPS; browsers allow microphone and audio only over HTTPS. Default: 8443, or a free one near it. 0: any free port. off: no HTTPS.',
    ),
  PUBLIC_HTTPS_PORT: port
    .min(1, 'must be from 1 to 65535')
    .optional()
    .describe(
      'Port at which browsers reach HTTPS, if a port forwarding or a proxy changes it. Default: the port of HTTPS_PORT, or 443 through a trusted proxy.',
    ),
  TLS_CERT: z
    .string()
    .optional()
    .describe('File with your certificate (PEM, with chain). Default: a self-signed one.'),
  TLS_KEY: z.string().optional().describe('File with the private key of TLS_CERT (PEM).'),
  DATA_DIR: z
    .string()
    .default('data')
    .describe('Folder of all data of the server: database, media, certificate.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional()
    .describe(
      'Your own PostgreSQL database (postgres://user:password@host/database). Default: the embedded one.',
    ),
  BACKUP_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional()
    .describe(
      'The database of DATABASE_URL with a role that can only read, for backups. Default: DATABASE_URL.',
    ),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/[^/]+$/, 'must be nats://host:port or tls://host:port')
    .optional()
    .describe(
      'NATS server (nats://user:password@host:4222, or tls://…) by which servers on the same DATABASE_URL are nodes of one system. Default: one server only.',
    ),
  NODE_PORT: port
    .default(0)
    .describe('Port at which the leading node takes what other nodes pass on. 0: any free port.'),
  ADMIN_PASSWORD: z
    .string()
    .regex(/^\S{8,100}$/, 'must be 8 to 100 characters without spaces')
    .optional()
    .describe(
      'Password of the account "admin", which the first start creates. Default: a random one, printed once.',
    ),
  BRAND: z
    .string()
    .refine((id) => brandIds().includes(id), `must be one of ${brandIds().join(', ')}`)
    .optional()
    .describe('Brand profile: the name of a folder in brands/.'),
  TZ_SITE: siteTimeZone
    .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    .describe('Time zone of the site, in which schedules run. Default: the time zone of the machine.'),
  SIP_PORT: port
    .default(5060)
    .describe(
      'UDP port of SIP, open only while there are SIP loudspeakers; messages are read only from their addresses. 0: any free port.',
    ),
  SIP_RTP_PORT: port
    .default(16_384)
    .describe('UDP port from which the sound of all SIP calls is sent. 0: any free port.'),
  TELEPHONE_PORT: port
    .default(5070)
    .describe(
      'UDP port of SIP for telephone systems, open only while one is enabled; messages are read only from their addresses. 0: any free port.',
    ),
  TELEPHONE_TLS_PORT: port
    .default(5071)
    .describe(
      'TCP port of SIP by TLS for telephone systems, open only while one with TLS calls by its address; connections are taken only from their addresses. 0: any free port.',
    ),
  TELEPHONE_RTP_PORT: port
    .default(16_400)
    .describe(
      'First of the 40 UDP ports of the sound of calls from telephone systems, each open only during its call. 0: any free ports.',
    ),
  TTS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://host:port/v1' })
    .optional()
    .describe('OpenAI-compatible speech service. Default: the built-in voices.'),
  TRUSTED_PROXIES: addressRanges.describe(
    'Addresses of reverse proxies in front of the server, such as 127.0.0.1 or 10.0.0.0/24, separated by commas. The server accepts X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host only from them. Default: none.',
  ),
  STREAM_ALLOW: addressRanges.describe(
    'Addresses of radio stations and URLs that are allowed although they are the server itself or link-local, separated by commas. Default: none.',
  ),
  UPLOAD_MAX_MB: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(100_000, 'must be at most 100000')
    .default(500)
    .describe('Largest media file that can be uploaded, in megabytes (1,000,000 bytes).'),
  SERVER_NICE: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(-20, 'must be from -20 to 0')
    .max(0, 'must be from -20 to 0')
    .default(SERVER_NICE)
    .describe(
      'Processor priority (nice) of the server and its database: -20 is the highest, 0 leaves it as it is. Applies if root starts the server, or if the account may raise its priority.',
    ),
  MEDIA_NICE: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must be from 0 to 19')
    .max(19, 'must be from 0 to 19')
    .default(19)
    .describe(
      'Processor priority (nice) of the processes that convert uploads, compute waveforms and make backups: 0 is the priority of ordinary programs, 19 the lowest.',
    ),
  RUN_AS: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name or the number of an account')
    .optional()
    .describe(
      'Account that the server changes to if root starts it; root: it stays root. Default: the first that exists of the owner of the data folder, tocsin, nobody.',
    ),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info')
    .describe('Least severe log lines to write: fatal, error, warn, info, debug, trace; or silent.'),
});

export type Env = z.infer<typeof schema>;

/** Settings whose value must not appear on a screen or in a log. */
const secret = new Set(['ADMIN_PASSWORD', 'NATS_URL', 'DATABASE_URL', 'BACKUP_DATABASE_URL']);

/**
 * Reads the settings from environment variables; an empty variable counts as not set.
 *
 * @throws StartError with one line per bad setting
 */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  const problems = result.success
    ? []
    : result.error.issues.map(({ path: [name], message }) => {
        const value = secret.has(String(name)) ? '' : `=${given[String(name)]}`;
        return `${String(name)}${value}: ${message}`;
      });
  if (Boolean(given.TLS_CERT) !== Boolean(given.TLS_KEY)) {
    problems.push('TLS_CERT and TLS_KEY: set both or neither');
  }
  if (given.BACKUP_DATABASE_URL && !given.DATABASE_URL) {
    problems.push('BACKUP_DATABASE_URL: set DATABASE_URL too; backups of the embedded database need neither');
  }
  if (given.NATS_URL && !given.DATABASE_URL) {
    problems.push('NATS_URL: set DATABASE_URL too; nodes of one system share a database');
  }
  if (!result.success || problems.length > 0) {
    throw new StartError(
      `These settings cannot be used:\n${problems.map((problem) => `  ${problem}\n`).join('')}` +
        '`npm run settings` lists all settings.',
    );
  }
  return { ...result.data, DATA_DIR: resolve(result.data.DATA_DIR) };
}

export interface SettingDoc {
  name: string;
  /** Default as it would be written; empty when it depends on the machine. */
  default: string;
  text: string;
}

/** Documentation of all settings, from the schema. */
export function settingDocs(): SettingDoc[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const fixed = field instanceof z.ZodDefault && name !== 'TZ_SITE' ? field.def.defaultValue : undefined;
    return { name, default: fixed === undefined ? '' : String(fixed), text: field.description ?? '' };
  });
}
