import { inflateRawSync } from 'node:zlib';
import { MAX_RELAY_BYTES, MAX_RELAY_SESSIONS, sessionsIn } from '../../../../contract/protocol/relayLink.ts';
import {
  type FlatReport,
  type LastReports,
  reportBundle,
} from '../../../../contract/protocol/relayReports.ts';

/** Reads bundled reports of the open sessions of a relay. @throws Error when they are not valid */
export function readReports(
  content: Uint8Array,
  last: LastReports,
  isOpen: (session: number) => boolean,
): Map<number, FlatReport> {
  const text = inflateRawSync(content, { maxOutputLength: MAX_RELAY_BYTES }).toString('utf8');
  const bundle = reportBundle.parse(JSON.parse(text));
  return last.decode(bundle, [...sessionsIn(bundle.sessions)].slice(0, MAX_RELAY_SESSIONS), isOpen);
}
