import { Webhook } from 'standardwebhooks';
import type { IntegrationKind } from '../../../contract/fieldCodes.ts';
import { defaultLanguage } from '../../../contract/language.ts';
import { withSystemNames } from '../../../contract/systemName.ts';
import { serverVersion } from '../../platform/config/version.ts';
import type { AddressPolicy } from '../../sound/radio/policy.ts';
import type { Delivery, IntegrationRow } from './integration.repository.ts';
import { postWebhook } from './postWebhook.ts';
import { sendSnmp } from './snmp/sendSnmp.ts';
import { sendSyslog } from './syslog/sendSyslog.ts';
import { syslogMessage } from './syslog/syslogMessage.ts';

/** Kind of integration that is sent events. */
interface Sender {
  needsSecret: boolean;
  /** Sends a message. @throws StreamFailure when it was not accepted */
  send(row: IntegrationRow, delivery: Delivery, policy: AddressPolicy): Promise<void>;
}

const webhook: Sender = {
  needsSecret: true,
  send(row, { message_id, message }, policy) {
    const body = withSystemNames(JSON.stringify(message), defaultLanguage);
    const at = new Date();
    const headers = {
      'webhook-id': message_id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(row.secret ?? '').sign(message_id, at, body),
    };
    return postWebhook(row.url, body, headers, policy);
  },
};

const syslog: Sender = {
  needsSecret: false,
  send: (row, { message_id, message }, policy) =>
    sendSyslog(row.url, syslogMessage(message_id, message, serverVersion), policy),
};

const snmp: Sender = {
  needsSecret: true,
  send: (row, { message_id, message }, policy) =>
    sendSnmp(row.url, row.secret ?? '', message_id, message, policy),
};

/** Senders by kind of integration; the other kinds are sent nothing. */
export const senders: Partial<Record<IntegrationKind, Sender>> = { webhook_out: webhook, syslog, snmp };
