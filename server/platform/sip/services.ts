import type { SrvRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { SipProtocol } from './hop.types.ts';

/** Host and port at which a domain takes SIP; port null: the usual one. */
export interface SipService {
  host: string;
  port: number | null;
}

/** Looks up records; rejects when there are none. */
export type ResolveSrv = (name: string) => Promise<SrvRecord[]>;

/** A network without a name server must not hold up hosts that the system knows by itself. */
const LOOKUP = { timeout: 1_500, tries: 1 };

const services: Record<SipProtocol, string> = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' };

const systemSrv: ResolveSrv = (name) => new Resolver(LOOKUP).resolveSrv(name);

/** Orders records by priority, and those of equal priority at random by their weights (RFC 2782). */
export function orderRecords(records: readonly SrvRecord[], random: () => number = Math.random): SrvRecord[] {
  const rest = [...records].sort((a, b) => a.priority - b.priority);
  const ordered: SrvRecord[] = [];
  while (rest.length > 0) {
    const equal = rest.filter(({ priority }) => priority === rest[0]?.priority);
    const wanted = random() * equal.reduce((sum, { weight }) => sum + weight, 0);
    // Each record has a part of the sum that is as long as its weight.
    const chosen =
      equal.find((_, i) => wanted < equal.slice(0, i + 1).reduce((sum, { weight }) => sum + weight, 0)) ??
      equal[0];
    if (chosen === undefined) break;
    ordered.push(chosen);
    rest.splice(rest.indexOf(chosen), 1);
  }
  return ordered;
}

/**
 * Finds the hosts that take SIP for a domain (RFC 3263, 4.2), the first one first. A domain without records, an address,
 * and a host with a port stand for themselves.
 */
export async function servicesOf(
  protocol: SipProtocol,
  { host, port }: SipService,
  resolve: ResolveSrv = systemSrv,
): Promise<SipService[]> {
  if (port !== null || isIP(host) !== 0 || !host.includes('.')) return [{ host, port }];
  try {
    const records = orderRecords(await resolve(`${services[protocol]}.${host}`));
    if (records.length > 0) return records.map(({ name, port: to }) => ({ host: name, port: to }));
  } catch {
    // The domain has no records, or no name server answers: the host may be known otherwise.
  }
  return [{ host, port }];
}
