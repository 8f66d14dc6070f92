import type { RelayRow } from '../../../contract/entities/site/relay.ts';
import type { RelayLine } from './line/relayLine.ts';
import { fingerprintOf } from './refusals.ts';
import type { RelayRecord } from './relay.repository.ts';

/** Relay that is not withdrawn. */
export type ActiveRelay = RelayRecord & { org: number };

/** Row of the API of a relay. @param connected its line; undefined: it is not connected */
export function relayRowOf(
  { id, name, org, public_key, version, peer_addr, seen_at, aside, accounts, offline_days }: ActiveRelay,
  connected: { line: Pick<RelayLine, 'terminals' | 'state'>; since: number } | undefined,
): RelayRow {
  return {
    ...{ id, name, org, fingerprint: fingerprintOf(public_key), version, peer_addr, seen_at },
    state: connected === undefined ? 'lost' : 'connected',
    since: connected?.since ?? null,
    terminals: connected?.line.terminals ?? 0,
    clock_error_us: connected?.line.state.clock_error_us ?? null,
    dropped: connected?.line.state.dropped ?? 0,
    accounts,
    offline_days,
    aside: aside.map(({ at, of, reason }) => ({ at, of, reason })),
  };
}
