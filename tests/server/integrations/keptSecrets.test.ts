import { expect, test } from 'vitest';
import type { ConnectedTransport } from '../../../contract/entities/terminals/foreign.ts';
import type { IntegrationKind } from '../../../contract/fieldCodes.ts';
import { keepsSecret } from '../../../contract/rules/keptSecret.ts';
import { keepsPassword } from '../../../server/site/foreign/loudspeakerPassword.ts';

/** docs/rules/sessions.md#how-passwords-and-secrets-are-stored */

interface Addresses {
  url: string;
  /** Other addresses of the same account: the secret stays. */
  same: string[];
  /** Addresses to which the stored secret must not go. */
  other: string[];
}
/** Every kind of connection, so that a new one needs its line; null: its secret is never sent. */
const kinds: Record<IntegrationKind, Addresses | null> = {
  webhook_out: null,
  webhook_in: null,
  cap: null,
  syslog: null,
  snmp_agent: null,
  snmp: {
    url: 'snmp://tocsin@10.0.0.9',
    same: ['snmp://tocsin@10.0.0.9:162'],
    other: [
      'snmp://tocsin@10.0.0.8',
      'snmp://other@10.0.0.9',
      'snmp://10.0.0.9',
      'snmp://tocsin@10.0.0.9:1162',
    ],
  },
  mqtt: {
    url: 'mqtts://tocsin@broker.example/school',
    same: ['mqtts://tocsin@BROKER.example:8883/other', 'mqtts://tocsin@broker.example'],
    other: [
      'mqtts://tocsin@other.example/school',
      'mqtt://tocsin@broker.example/school',
      'mqtts://tocsin@broker.example:8884/school',
      'mqtts://other@broker.example/school',
      '',
    ],
  },
  telephone: {
    url: 'sip:4001@10.0.0.5;transport=tls',
    same: ['sips:4001@10.0.0.5'],
    other: [
      'sip:4001@10.0.0.6;transport=tls',
      'sip:4001@10.0.0.5',
      'sip:4001@10.0.0.5:5062;transport=tls',
      'sip:4002@10.0.0.5;transport=tls',
    ],
  },
};
const CERTIFICATE = 'ab'.repeat(32);

test.each(Object.entries(kinds))(
  'the stored secret of a connection of the kind %s goes to its own address only',
  (name, one) => {
    const kind = name as IntegrationKind;
    const keeps = (url: string, certificate = '') =>
      keepsSecret({ kind, url: one?.url ?? 'http://10.0.0.9/', certificate: '' }, { kind, url, certificate });
    for (const url of one?.same ?? ['http://10.0.0.8/', '']) expect([url, keeps(url)]).toEqual([url, true]);
    for (const url of one?.other ?? []) expect([url, keeps(url)]).toEqual([url, false]);
    if (kind === 'telephone') expect(keeps(one?.url ?? '', CERTIFICATE)).toBe(false);
  },
);

const loudspeakers: Record<ConnectedTransport['transport'], [string, string]> = {
  vapix: ['http', 'https'],
  onvif: ['rtsp', 'rtsps'],
};

test.each(Object.entries(loudspeakers))(
  'so does the password of a loudspeaker by %s',
  (transport, [plain, encrypted]) => {
    const of = (change: object) =>
      ({
        transport,
        url: `${encrypted}://10.0.0.9/sound`,
        user: 'root',
        certificate: '',
        ...change,
      }) as ConnectedTransport;
    const keeps = (change: object) => keepsPassword(of({}), of(change));
    expect(keeps({ url: `${encrypted}://10.0.0.9/other`, delay_ms: 40 })).toBe(true);
    for (const change of [
      { url: `${encrypted}://10.0.0.8/sound` },
      { url: `${encrypted}://10.0.0.9:8443/sound` },
      { url: `${plain}://10.0.0.9/sound` },
      { user: 'other' },
      { certificate: CERTIFICATE },
    ])
      expect([change, keeps(change)]).toEqual([change, false]);
  },
);
