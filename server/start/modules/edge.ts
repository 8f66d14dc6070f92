import { appRoutes } from '../../edge/apps/app.routes.ts';
import { downloadRoutes } from '../../edge/downloads/download.routes.ts';
import { createIntegrations, gateOf, type Integrations } from '../../edge/integrations/integrations.ts';
import { panelRoutes } from '../../edge/panels/panel.routes.ts';
import { createPanels, type Panels } from '../../edge/panels/panels.ts';
import { searchRoutes } from '../../edge/search/search.routes.ts';
import { taskLogRoutes } from '../../edge/taskLog/taskLog.routes.ts';
import { keepTaskLog } from '../../edge/taskLog/taskLogRetention.ts';
import { taskLogSummaryRoutes } from '../../edge/taskLog/taskLogSummary.routes.ts';
import { transferRoutes } from '../../edge/transfer/transfer.routes.ts';
import { createUpgrades, type Upgrades } from '../../edge/upgrades/upgrades.ts';
import { createHistory, type History } from '../../site/history/history.ts';
import { createSignals, type Signals } from '../../site/signal/signals.ts';
import { serverCertificate } from '../listen/tls.ts';
import type { AirParts } from './emergency.ts';
import { modulesAmong } from './module.ts';
import { entityNeeds } from './platform.ts';
import type { Speech } from './speech.ts';

/** Exchange with other systems and files, and software of the terminals. */
export interface Edge {
  integrations: Integrations;
  /** Panels of other makes. */
  panels: Panels;
  /** History of terminals, zones and broadcasts. */
  history: History;
  /** 4G signal of terminals. */
  signals: Signals;
  upgrades: Upgrades;
}

type All = AirParts & Speech & Edge;
const module = modulesAmong<All>();

export const taskLog = module({
  needs: ['db', 'config', 'log', 'retentionNow'],
  open(needs, onStop) {
    onStop('taskLog', keepTaskLog(needs).end);
    return {};
  },
  routes(app, all) {
    taskLogRoutes(app, { ...all, queries: all.broadcasting.queries, timeZone: all.env.TZ_SITE });
    taskLogSummaryRoutes(app, all);
  },
});

export const integrations = module({
  needs: [
    ...entityNeeds,
    ...([
      'env',
      'config',
      'isAway',
      'policy',
      'faults',
      'emergency',
      'uses',
      'heldRows',
      'hashing',
      'callers',
      'secretBox',
    ] as const),
    ...(['attempts', 'ids', 'journal', 'terminals', 'groups', 'broadcasting', 'schedule', 'media'] as const),
    ...(['clock', 'talking', 'calls'] as const),
  ],
  async open({ emergency: { actions }, heldRows, media, ...needs }, onStop) {
    const alarms = gateOf(actions);
    const { ids, journal, attempts, zones, broadcasting, schedule } = needs;
    const { engine, queue, service: broadcasts } = broadcasting;
    const { directory, gateway, devices } = needs.terminals;
    const talk = { ids, journal, engine, queue, zones, directory, groups: needs.groups.device };
    const certificate = () => serverCertificate(needs.env);
    const phone = {
      attempts,
      journal,
      talk,
      listening: { engine, zones, journal, clock: needs.clock, listeners: needs.talking.listeners },
      broadcasts,
      tasks: schedule.tasks,
      alarms: actions,
      certificate,
      stations: { gateway, directory, devices, calls: needs.calls },
    };
    const integrations = await createIntegrations({
      ...needs,
      ...{ planOf: actions.planOf, alarms, phone, files: media.files.library },
    });
    onStop('integrations', integrations.close);
    heldRows.add(['integration'], integrations.load);
    return { integrations };
  },
  routes: (app, { integrations }) => integrations.routes(app),
});

/** Panels of other makes. After the alarms, which take their first status. */
export const panels = module({
  needs: ['terminals', 'io', 'policy', 'emergency', 'log'],
  open({ terminals, io, policy, log }, onStop) {
    const panels = createPanels({ ...terminals, ...io, policy, log });
    onStop('panels', panels.close);
    return { panels };
  },
  routes: (app, { terminals, panels, ...deps }) => panelRoutes(app, { ...deps, ...terminals, panels }),
});

export const signals = module({
  needs: ['db', 'live', 'log', 'metrics', 'terminals', 'zones', 'now', 'heldRows'],
  async open({ heldRows, ...needs }, onStop) {
    const signals = await createSignals(needs);
    onStop('signals', signals.close);
    heldRows.add(['signal_last'], signals.load);
    return { signals };
  },
  routes: (app, { signals }) => signals.routes(app),
});

export const history = module({
  needs: ['db', 'log', 'metrics', 'terminals', 'zones', 'now'],
  open(needs, onStop) {
    const history = createHistory(needs);
    onStop('history', history.close);
    return { history };
  },
  routes: (app, { history, broadcasting }) => history.routes(app, { isWhole: broadcasting.queries.isWhole }),
});

export const upgrades = module({
  needs: [
    ...(['db', 'log', 'live', 'audit', 'env', 'config', 'callers', 'retentionNow', 'terminals'] as const),
    ...(['broadcasting', 'emergency', 'upgradeLimits', 'isAway', 'heldRows'] as const),
  ],
  async open({ broadcasting, emergency, heldRows, ...needs }, onStop) {
    const { engine } = broadcasting;
    const upgrades = await createUpgrades({ ...needs, engine, alarms: emergency.alarms });
    onStop('upgrades', upgrades.close);
    heldRows.add(['upgrade', 'upgrade_file', 'upgrade_terminal'], upgrades.load);
    return { upgrades };
  },
  routes: (app, { upgrades }) => upgrades.routes(app),
});

/** After everything that is found by name. */
export const search = module({
  needs: ['finders', 'log'],
  open({ finders, log }) {
    finders
      .warm()
      .catch((error: unknown) => log.warn({ err: error }, 'names are prepared at the first search'));
    return {};
  },
  routes: searchRoutes,
});

export const transfer = module({
  needs: [],
  open: () => ({}),
  routes(app, all) {
    transferRoutes(app, all);
    downloadRoutes(app, all);
    appRoutes(app, all);
  },
});
