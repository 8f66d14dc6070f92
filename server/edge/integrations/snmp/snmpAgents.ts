import { parseSnmpAgentAddress } from '../../../../contract/entities/site/snmpAddress.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import type { Zones } from '../../../site/zones/zones.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import { agentFacts } from './agentFacts.ts';
import { openSnmpAgent } from './snmpAgent.ts';

export interface SnmpAgentsDeps {
  live: LiveHub;
  zones: Zones;
  integrations(): Iterable<IntegrationRow>;
  outcome(row: IntegrationRow, error: string): void;
  log: { warn(details: object, message: string): void };
}

/** Keeps an agent for each enabled integration of the kind `snmp_agent`. */
export function createSnmpAgents(deps: SnmpAgentsDeps) {
  const agents = new Map<number, { key: string; close(): void }>();

  /** Text by which two rows need the same agent. */
  const keyOf = ({ name, org, url, secret, peers }: IntegrationRow) =>
    JSON.stringify([name, org, url, secret, peers]);

  function open(row: IntegrationRow): void {
    const address = parseSnmpAgentAddress(row.url);
    // Without a readable secret the reason is shown already.
    if (address === null || row.secret === null) return;
    const { close } = openSnmpAgent({
      ...{ address, secret: row.secret, peers: row.peers },
      identity: JSON.stringify(['tocsin', row.id, row.created_at]),
      facts: () => agentFacts(deps.live, deps.zones, row.org),
      outcome: (error) => deps.outcome(row, error),
      log: deps.log,
    });
    agents.set(row.id, { key: keyOf(row), close });
  }

  /** Opens, replaces and closes agents after a change of the integrations. */
  function sync(): void {
    const wanted = new Map(
      [...deps.integrations()]
        .filter(({ kind, enabled }) => kind === 'snmp_agent' && enabled)
        .map((row) => [row.id, row]),
    );
    for (const [id, { key, close }] of agents) {
      const row = wanted.get(id);
      if (row !== undefined && keyOf(row) === key) continue;
      close();
      agents.delete(id);
    }
    for (const [id, row] of wanted) if (!agents.has(id)) open(row);
  }
  sync();

  return {
    sync,
    close() {
      for (const { close } of agents.values()) close();
      agents.clear();
    },
  };
}
