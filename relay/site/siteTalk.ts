import { createCalls } from '../../server/air/calls/calls.ts';
import type { Engine } from '../../server/air/engine/engineApi.ts';
import { createStartQueue } from '../../server/air/queue/startQueue.ts';
import { createQuickRun } from '../../server/air/quickCodes/quickRun.ts';
import { recordDialled } from '../../server/air/quickCodes/recordDialled.ts';
import type { SitePlan } from '../../server/air/relaySites/sitePlan.types.ts';
import { terminalTalk } from '../../server/air/talk/terminalTalk.ts';
import type { MediaClock } from '../../server/platform/clock/mediaClock.ts';
import { createLiveHub } from '../../server/platform/live/hub.ts';
import type { SiteIds } from './siteIds.ts';
import type { SiteJournal } from './siteJournal.ts';
import type { SiteSaved } from './siteSaved.ts';
import type { SiteTerminals } from './siteTerminals.ts';
import { siteZones } from './siteZones.ts';

export interface SiteTalkDeps {
  plan: SitePlan;
  journal: SiteJournal;
  ids: SiteIds;
  clock: MediaClock;
  terminals: SiteTerminals;
  engine: Engine;
  saved: SiteSaved;
  log: { error(details: object, message: string): void };
}

/**
 * Creates the call stations of this relay: pages to its zones, calls between its stations and quick codes, by the code
 * of the server. Virtual casters are the server's.
 *
 * @returns the function that ends all of them
 */
export function createSiteTalk(deps: SiteTalkDeps): () => void {
  const { plan, journal, ids, clock, engine, saved, log } = deps;
  const { directory, gateway } = deps.terminals;
  const stations = new Map((plan.stations ?? []).map((one) => [one.id, one]));
  const casters = {
    reach: (id: number) => ({ ids: new Set(stations.get(id)?.pages ?? []) }),
    mayCall: (id: number, _own: number | null, org: number | null) =>
      org !== null && stations.get(id)?.calls.includes(org) === true,
  };
  const live = createLiveHub({ log });
  const queue = createStartQueue({
    ...{ engine, clock, log },
    now: () => Math.round(clock.toWall(clock.now())),
    weights: () => plan.weights,
    voiceMix: () => plan.voiceMix,
    terminal: (id) => directory.byId(id),
    topic: live.topic('queued_start'),
    rowOf(id) {
      const b = engine.get(id);
      return b && engine.row(b);
    },
  });
  queue.run();
  const talk = {
    ...{ ids, journal, engine, directory, gateway, casters, queue },
    zones: siteZones(plan.zones ?? []),
    groups: { members: () => [] },
  };
  const pages = terminalTalk(talk);
  const codes = new Map((plan.quickCodes ?? []).map((one) => [one.code, one]));
  const calls = createCalls({
    ...{ ...talk, live, log },
    quickCodes: {
      byCode: (code) => codes.get(code),
      run: createQuickRun({
        ...{ directory, casters, log },
        talking: { stations: pages },
        schedule: { index: saved.index, dialled: saved.dialled },
      }),
      record: (...dialled) => recordDialled(journal, ...dialled),
    },
    virtualCasters: { byId: () => undefined, byNumber: () => undefined },
    isPaging: (id) => pages.talkOf(id) !== null,
  });
  return () => {
    calls.close();
    pages.close();
    queue.close();
    live.close();
  };
}
