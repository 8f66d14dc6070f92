import { nodesMetrics } from '../../edge/nodes/nodes.metrics.ts';
import { nodesRoutes } from '../../edge/nodes/nodes.routes.ts';
import { createNodes, type Nodes } from '../../edge/nodes/nodes.ts';
import { modulesAmong } from './module.ts';
import type { SiteParts } from './supervision.ts';

const module = modulesAmong<SiteParts & { nodes: Nodes }>();

/** The servers on one database, as this one leads them. */
export const nodes = module({
  needs: ['db', 'audit', 'faults', 'now', 'metrics', 'nodeSource'],
  open({ metrics, nodeSource = null, ...needs }, onStop) {
    const nodes = createNodes({ ...needs, source: nodeSource });
    if (nodeSource !== null) nodesMetrics(metrics, nodeSource);
    onStop('nodes', nodes.close);
    return { nodes };
  },
  routes: nodesRoutes,
});
