import { relayMetrics } from '../../site/relays/relay.metrics.ts';
import { relayRoutes } from '../../site/relays/relay.routes.ts';
import { createRelays } from '../../site/relays/relays.ts';
import type { Relays } from '../../site/relays/relays.types.ts';
import { modulesAmong } from './module.ts';
import type { SiteParts } from './supervision.ts';

/** Relays, through which terminals of remote places come. */
export interface RelayParts {
  relays: Relays;
}

const module = modulesAmong<SiteParts & RelayParts>();

export const relays = module({
  needs: [
    ...(['db', 'audit', 'faults', 'log', 'clock', 'zones', 'httpsOnly', 'terminals'] as const),
    ...(['dataDir', 'now', 'ports', 'heldRows', 'recovered', 'metrics'] as const),
  ],
  async open({ terminals, ports, heldRows, recovered, metrics, ...needs }, onStop) {
    const relays = await createRelays({
      ...{ ...needs, gateway: terminals.gateway, devices: terminals.devices, toldBefore: recovered.told },
      httpsPort: () => ports.query().https,
    });
    relayMetrics(metrics, relays.overview);
    heldRows.add(['relay'], relays.load);
    onStop('relays', relays.close);
    return { relays };
  },
  routes: relayRoutes,
});
