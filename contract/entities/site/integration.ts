import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import type { MessageKey } from '../../api/errors.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { capSeverities, type IntegrationKind, integrationKinds } from '../../fieldCodes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { fingerprint } from '../../rules/fingerprint.ts';
import { placeText } from '../../rules/place.ts';
import { requiredText } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';
import { patchShape } from '../patchShape.ts';
import { streamUrl } from '../sound/radio.ts';
import { dialledCode, dialPlanFault, pin } from './dialPlan.ts';
import { mqttAddress, parseMqttAddress } from './mqttAddress.ts';
import { parseSnmpAddress, parseSnmpAgentAddress, SNMP_PASSWORD_MIN, snmpAddress } from './snmpAddress.ts';
import { parseSyslogAddress, syslogAddress } from './syslogAddress.ts';
import { parseTelephoneAddress, telephoneAddress } from './telephoneAddress.ts';
import { takesCommands, zoneControl } from './zoneControl.ts';

/** Events that other systems are sent. */
export const integrationEvents = ['alarm', 'fault'] as const;

/** Mapping of an alert with this event, severity and area to a plan. Empty texts match everything. */
export const capMapping = z.object({
  event: z
    .string()
    .trim()
    .max(100)
    .default('')
    .describe('Text that the event contains; upper and lower case are equal; empty: any.'),
  severity: z
    .enum(capSeverities)
    .default('Unknown')
    .describe(`This severity or worse: ${codes(meaningOf.severity)}.`),
  area: z
    .string()
    .trim()
    .max(100)
    .default('')
    .describe('Part of the description of an area, or one of its geocodes; empty: any.'),
  // Absent in rules of earlier versions.
  place: placeText
    .optional()
    .describe(
      'Latitude and longitude in degrees of WGS-84, such as `31.2304,121.4737`: a polygon or circle of an area contains it. With `area` too, one of both suffices; empty: any.',
    ),
  alarm_plan: idSchema.describe(fieldText.alarm_plan),
});
export type CapMapping = z.output<typeof capMapping>;

/** Signing key: base64 of 24 to 64 bytes, optionally prefixed with `whsec_` (Standard Webhooks). */
const SIGNING_KEY = /^(whsec_)?[A-Za-z0-9+/]{32,88}={0,2}$/;
const secret = z.string().min(1).max(200);
const secretText =
  'Key that signs messages, base64 of 24 to 64 bytes; of an `mqtt`, a `telephone`, an `snmp` or an `snmp_agent`, the password of its user; of the latter two without a user, the community. It is stored and never returned.';
/** PINs of the codes of a dial plan, by code. */
const pins = z.record(z.string(), pin);
const pinsText =
  'PINs of codes, by code, 4 to 12 digits each; a code without one keeps the stored one. They are stored as hashes and never returned.';
/** Fields that are written and never returned. */
const writeOnly = {
  secret: secret.optional().describe(secretText),
  pins: pins.optional().describe(pinsText),
};

export const integrationFields = z.object({
  name: requiredText('name').describe(fieldText.name),
  kind: z.enum(integrationKinds).describe(`Kind: ${codes(meaningOf.integrationKind)}.`),
  enabled: z.boolean().default(true).describe(fieldText.enabled),
  org: idSchema
    .nullable()
    .default(null)
    .describe(
      'Id of the zone that it belongs to; null: the whole site. A webhook reports what is in this zone or below.',
    ),
  url: z
    .union([z.literal(''), streamUrl, syslogAddress, snmpAddress, mqttAddress, telephoneAddress])
    .default('')
    .describe(
      'Address that messages are sent to (of a `syslog`: udp://, tcp:// or tls://; of an `snmp`: snmp://, with the user name for SNMPv3; of an `snmp_agent`: the IPv4 address of the server and the UDP port at which it listens, such as `snmp://0.0.0.0:1161`, or `snmp://tocsin@0.0.0.0:1161` with the user name for SNMPv3; of an `mqtt`: mqtt:// or mqtts://, with the user name; of a `telephone`: sip: with the extension, such as `sip:4001@10.0.0.5;transport=tcp`, or without one for calls by address), or that is polled for alerts; empty: alerts are only received by POST.',
    ),
  certificate: fingerprint.describe(
    'SHA-256 fingerprint of the certificate of a `telephone` by TLS, or of the https address that a `cap` polls, in hexadecimal; no other one is accepted. Empty: a certificate of a known authority.',
  ),
  events: z
    .array(z.enum(integrationEvents))
    .max(2)
    .default(['alarm', 'fault'])
    .describe('Events that a `webhook_out`, `syslog`, `snmp` or `mqtt` reports: `alarm`, `fault`.'),
  alarm_plan: idSchema.nullable().default(null).describe(fieldText.alarm_plan),
  poll_s: z
    .number()
    .int()
    .min(10)
    .max(3600)
    .default(60)
    .describe('Interval at which `url` is polled for alerts, s.'),
  mappings: z
    .array(capMapping)
    .max(200)
    .default([])
    .describe('Which alerts start which alarm plan, in their order.'),
  peers: z
    .array(z.ipv4({ error: 'rules.ipAddress' }))
    .max(50)
    .default([])
    .describe(
      'IPv4 addresses from which a `telephone` takes calls, beside that of its address, or that an `snmp_agent` answers.',
    ),
  account: idSchema
    .nullable()
    .default(null)
    .describe(
      'Id of the account in whose name the codes of a `telephone` or the commands of an `mqtt` act, with its rights; null: none, and no command is taken.',
    ),
  dial_plan: z.array(dialledCode).max(200).default([]).describe('Codes that a `telephone` takes.'),
  zone_controls: z
    .array(zoneControl)
    .max(200)
    .default([])
    .describe(
      'Zones that commands of an `mqtt` may use, with their sounds and tasks; no other zone takes one.',
    ),
});
type Fields = z.output<typeof integrationFields>;

interface KindRules {
  isAddress(text: string): boolean;
  addressRule: MessageKey;
  needsAddress: boolean;
  /** Signs messages, or has them verified: its secret is a key. Otherwise it is a password, or not used. */
  signs: boolean;
  /** Is sent alarms and faults. */
  reports: boolean;
}
const http = {
  isAddress: (text: string) => streamUrl.safeParse(text).success,
  addressRule: 'rules.streamUrl',
} as const;
const kindRules: Record<IntegrationKind, KindRules> = {
  webhook_out: { ...http, needsAddress: true, signs: true, reports: true },
  webhook_in: { ...http, needsAddress: false, signs: true, reports: false },
  cap: { ...http, needsAddress: false, signs: true, reports: false },
  syslog: {
    isAddress: (text) => parseSyslogAddress(text) !== null,
    ...{ addressRule: 'rules.syslogAddress', needsAddress: true, signs: false, reports: true },
  },
  snmp: {
    isAddress: (text) => parseSnmpAddress(text) !== null,
    ...{ addressRule: 'rules.snmpAddress', needsAddress: true, signs: false, reports: true },
  },
  snmp_agent: {
    isAddress: (text) => parseSnmpAgentAddress(text) !== null,
    ...{ addressRule: 'rules.snmpAgentAddress', needsAddress: true, signs: false, reports: false },
  },
  mqtt: {
    isAddress: (text) => parseMqttAddress(text) !== null,
    ...{ addressRule: 'rules.mqttAddress', needsAddress: true, signs: false, reports: true },
  },
  telephone: {
    isAddress: (text) => parseTelephoneAddress(text) !== null,
    ...{ addressRule: 'rules.telephoneAddress', needsAddress: true, signs: false, reports: false },
  },
};

/** Tells if a kind of integration is sent alarms and faults. */
export const reportsEvents = (kind: IntegrationKind): boolean => kindRules[kind].reports;

/** Tells if the secret of an integration is a community, or the password of a user of SNMP. */
export const isSnmp = (kind: IntegrationKind): boolean => kind === 'snmp' || kind === 'snmp_agent';

/** Tells if an integration needs a secret: one whose address is polled for alerts verifies none. */
export const needsSecret = ({ kind, url }: Pick<Fields, 'kind' | 'url'>): boolean =>
  isSnmp(kind) || (kindRules[kind].signs && !(kind === 'cap' && url !== ''));

/** A whole integration with its rules; `hasSecret`: one is stored already. @param stored codes that have a stored PIN */
export function integrationForm(hasSecret: boolean, stored: ReadonlySet<string> = new Set()) {
  return integrationFields.extend(writeOnly).superRefine((one, ctx) => {
    const fault = (path: keyof Fields | keyof typeof writeOnly, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    const rules = kindRules[one.kind];
    if (one.url === '' ? rules.needsAddress : !rules.isAddress(one.url)) fault('url', rules.addressRule);
    const isMissing =
      one.secret === undefined ? !hasSecret && needsSecret(one) : !SIGNING_KEY.test(one.secret);
    if (rules.signs && isMissing) fault('secret', 'rules.webhookSecret');
    const isUser = isSnmp(one.kind) && parseSnmpAddress(one.url)?.username !== '';
    const isShort = one.secret !== undefined && isUser && one.secret.length < SNMP_PASSWORD_MIN;
    if (isSnmp(one.kind) && ((one.secret === undefined && !hasSecret) || isShort))
      fault('secret', 'rules.snmpSecret');
    if (one.kind === 'snmp_agent' && one.peers.length === 0) fault('peers', 'rules.snmpPeers');
    if (rules.reports && one.events.length === 0) fault('events', 'rules.selectEvent');
    if (one.kind === 'webhook_in' && one.alarm_plan === null) fault('alarm_plan', 'rules.selectAlarmPlan');
    if (one.kind === 'cap' && one.mappings.length === 0) fault('mappings', 'rules.selectAlarmPlan');
    if (one.kind === 'mqtt' && one.enabled && takesCommands(one) && one.account === null)
      fault('account', 'rules.selectAccount');
    if (one.kind !== 'telephone') return;
    if (one.account === null) fault('account', 'rules.selectAccount');
    const wrong = dialPlanFault(one.dial_plan, one.pins ?? {}, stored);
    if (wrong !== null) fault('dial_plan', wrong);
  });
}

export const integrationEntity = defineEntity({
  path: 'integration',
  key: 'integration',
  noun: {
    one: 'integration',
    many: 'integrations',
    about:
      'An integration connects another system: a webhook out or in, alerts of the Common Alerting Protocol, a syslog receiver, a manager of networks by SNMP in both directions, an MQTT broker, or a telephone system.',
    removal:
      'It stops at once; alarms that it started continue. A telephone system whose phones are terminals is kept.',
    failures: {
      write: {
        badRequest: ['rules.webhookSecret', 'rules.snmpSecret'],
        notFound: ['alarm.planNotFound', 'common.notFound', 'zone.notFound'],
        forbidden: ['integration.accountAbove'],
        refused: ['alarm.outsideZone', 'integration.portTaken', 'integration.zoneOutside'],
      },
      remove: { conflict: ['common.inUse', 'common.inUseElsewhere'] },
    },
  },
  example: {
    name: 'Building control',
    kind: 'webhook_in',
    alarm_plan: 1,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    ...integrationFields.shape,
    has_secret: z.boolean().describe('Whether a secret is stored.'),
    last_at: z
      .number()
      .int()
      .nullable()
      .describe('Last message that was sent, or received and accepted, epoch s; null: none yet.'),
    last_error: z.string().describe('Why the last one failed; empty: it did not.'),
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe(fieldText.created_at),
  }),
  create: integrationFields.extend(writeOnly),
  patch: z.object({ ...patchShape(integrationFields.shape), ...writeOnly }).omit({ kind: true }),
  filter: z.object({
    org: idSchema
      .optional()
      .describe(
        'Id of the zone that it belongs to; null: the whole site. A webhook reports what is in this zone or below.',
      ),
    kind: z
      .enum(integrationKinds)
      .optional()
      .describe(`Kind: ${codes(meaningOf.integrationKind)}.`),
  }),
  sortable: ['name', 'kind', 'url', 'enabled', 'last_at', 'created_at'],
  searchable: ['name', 'url'],
});
export type Integration = z.output<typeof integrationEntity.row>;

/** Headers of a signed message (Standard Webhooks). */
export const webhookHeaders = z.object({
  'webhook-id': z.string().min(1).max(200),
  'webhook-timestamp': z.string().regex(/^\d{1,12}$/),
  'webhook-signature': z.string().min(1).max(1000),
});

/**
 * Body of `POST /v1/integration/:id/trigger`. `stop` ends the alarm even while an input is active, `reset` does not.
 */
export const webhookTrigger = z.object({
  action: z
    .enum(['start', 'stop', 'reset'])
    .describe(
      'What happens to the plan: `start`; `stop`, also while an input is active; `reset`, only when none is.',
    ),
  text: z.string().trim().max(500).default('').describe('Reason that is shown to people.'),
});

/** Message of a `webhook_out`: `type` is `alarm.started`, `alarm.changed`, `alarm.ended`, `fault.opened`, … */
export interface WebhookMessage {
  type: string;
  /** ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
}

/** Result of an alert: number of plans that it started or ended, or the reason why it was ignored. */
export const capOutcome = z.object({
  identifier: z.string().describe('Identifier of the alert.'),
  started: z.number().int().describe('Number of plans that it started.'),
  ended: z.number().int().describe('Number of plans that it ended.'),
  ignored: z
    .enum(['', 'test', 'unmatched', 'expired', 'ack'])
    .describe(
      'Why it was ignored: `test` it is marked as a test, `unmatched` no mapping, `expired` too old, `ack` an acknowledgement; empty: it was not ignored.',
    ),
});
export type CapOutcome = z.output<typeof capOutcome>;
