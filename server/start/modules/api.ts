import { configRoutes } from '../../platform/config/config.routes.ts';
import { playConfigRoutes } from '../../platform/config/playDefaults.ts';
import { preferenceRoutes } from '../../platform/config/preference.routes.ts';
import { systemRoutes } from '../../platform/config/system.routes.ts';
import { versionRoutes } from '../../platform/config/version.routes.ts';
import { consoleMetrics } from '../../platform/live/console.metrics.ts';
import { liveRoutes } from '../../platform/live/socket.ts';
import { auditRoutes } from '../../site/accounts/audit.routes.ts';
import { onlineRoutes } from '../../site/connections/online.routes.ts';
import { zoneRoutes } from '../../site/zones/zones.routes.ts';
import type { Logins } from './logins.ts';
import { modulesAmong } from './module.ts';
import type { Outside } from './outside.ts';
import type { Platform } from './platform.ts';
import type { Storage } from './storage.ts';

const module = modulesAmong<Outside & Platform & Storage & Logins>();

/** Routes of the platform, which need the logins. */
export const system = module({
  needs: [],
  open: () => ({}),
  routes(app, all) {
    systemRoutes(app, { ...all, ports: all.ports.query });
    versionRoutes(app, all);
    configRoutes(app, all);
    playConfigRoutes(app, all);
    preferenceRoutes(app, all);
    auditRoutes(app, all);
    onlineRoutes(app, all);
    zoneRoutes(app, all);
  },
});

/** Socket of the consoles. */
export const consoles = module({
  needs: [],
  open: () => ({}),
  routes(app, all) {
    const { live, callers, idle, endedLogins: ended } = all;
    consoleMetrics(all.metrics, liveRoutes(app, { live, callers, idle, ended }));
  },
});
