import type { Nodes } from '../../edge/nodes/nodes.ts';
import { pairMetrics } from '../../edge/pair/pair.metrics.ts';
import { pairRoutes } from '../../edge/pair/pair.routes.ts';
import { createPairing } from '../../edge/pair/pairing.ts';
import type { Pairing } from '../../edge/pair/pairing.types.ts';
import { Draining } from '../draining.ts';
import { modulesAmong } from './module.ts';
import type { SiteParts } from './supervision.ts';

/** The pair of this server and a standby server. */
export interface PairParts {
  pairing: Pairing;
  /** Requests in progress, which end before this server hands over. */
  draining: Draining;
}

const module = modulesAmong<SiteParts & PairParts & { nodes: Nodes }>();

export const pairing = module({
  needs: [
    ...(['db', 'audit', 'faults', 'log', 'dataDir', 'env', 'identity', 'now', 'metrics'] as const),
    ...(['snapshotAt', 'ports', 'superseded', 'partnerAddresses', 'nodes'] as const),
    ...(['clock', 'journalReplica'] as const),
  ],
  open(needed, onStop) {
    const { env, identity = '', snapshotAt, ports, superseded = () => {}, ...others } = needed;
    const { partnerAddresses, metrics, nodes, ...needs } = others;
    const pairing = createPairing({
      ...{ ...needs, identity, superseded },
      isEmbedded: env.DATABASE_URL === undefined,
      isAway: () => snapshotAt() !== null,
      httpsPort: () => ports.query().https,
    });
    partnerAddresses.setSource(() => [...pairing.partnerAddresses(), ...nodes.addresses()]);
    pairMetrics(metrics, pairing.overview);
    onStop('pairing', pairing.close);
    return { pairing, draining: new Draining() };
  },
  routes: pairRoutes,
});
