import { hostname } from 'node:os';
import type { WebhookMessage } from '../../../../contract/entities/site/integration.ts';
import { defaultLanguage } from '../../../../contract/language.ts';
import { withSystemNames } from '../../../../contract/systemName.ts';
import { sentenceOf, severityOf } from '../eventText.ts';

/** Facility local0 (RFC 5424, table 1). */
const FACILITY = 16;
/** Severities (RFC 5424, table 2): alert, error, notice. */
const severities = { alarm: 1, fault: 3, notice: 5 } as const;

/** Replaces characters that the header does not allow, and limits its length. */
const header = (text: string, most: number) => text.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, most) || '-';

/** Escapes a value of structured data. */
const quoted = (text: string) => `"${text.replaceAll(/["\\\]]/g, '\\$&')}"`;

/**
 * Formats an event as a syslog message (RFC 5424): facility local0; severity alert for a real alarm that
 * starts, error for a fault that begins, else notice. The text is a sentence in English and the event as JSON,
 * in UTF-8 without a byte order mark, since collectors search for JSON at its start.
 *
 * @param id of the message; it stays the same when the message is sent again
 */
export function syslogMessage(id: string, message: WebhookMessage, version: string): Buffer {
  const fields = [
    `<${FACILITY * 8 + severities[severityOf(message)]}>1`,
    message.timestamp,
    header(hostname(), 255),
    'tocsin',
    String(process.pid),
    header(message.type, 32),
    `[origin software="Tocsin" swVersion=${quoted(version)}]`,
  ];
  const facts = JSON.stringify({ id, ...message });
  const text = withSystemNames(`${sentenceOf(message)} ${facts}`, defaultLanguage);
  // A line break would end the message at receivers that split TCP streams by lines.
  return Buffer.from(`${fields.join(' ')} ${text.replaceAll(/[\r\n]+/g, ' ')}`, 'utf8');
}
