import { type Calls, createCalls } from '../../air/calls/calls.ts';
import { createQuickCodes, type QuickCodes } from '../../air/quickCodes/quickCodes.ts';
import { createTalking, type Talking } from '../../air/talk/talk.ts';
import { createTalkLinks, type TalkLinks } from '../../air/talkLinks/talkLinks.ts';
import type { AirParts } from './emergency.ts';
import { modulesAmong } from './module.ts';
import { entityNeeds } from './platform.ts';

/** Live speech of consoles and stations. */
export interface Speech {
  talking: Talking;
  /** Links by which phones speak. */
  talkLinks: TalkLinks;
  quickCodes: QuickCodes;
  calls: Calls;
}

type All = AirParts & Speech;
const module = modulesAmong<All>();

/** Its routes are added by the calls. */
export const talking = module({
  needs: [
    ...(['db', 'log', 'zones', 'audit', 'clock', 'ids', 'journal', 'callers', 'idle'] as const),
    ...(['terminals', 'groups', 'faults', 'broadcasting', 'captures'] as const),
  ],
  open({ terminals, broadcasting, groups, ...needs }, onStop) {
    const { gateway, directory, devices, casters } = terminals;
    const { engine, queue, weights, voiceMix } = broadcasting;
    const talking = createTalking({
      ...needs,
      ...{ gateway, directory, devices, casters, engine, queue, weights, voiceMix },
      lostRelayOf: devices.lostRelayOf,
      groups: groups.device,
    });
    onStop('talking', talking.close);
    return { talking };
  },
});

export const talkLinks = module({
  needs: [
    ...entityNeeds,
    ...(['ids', 'journal', 'callers', 'attempts', 'config', 'now', 'terminals', 'groups'] as const),
    ...(['broadcasting', 'heldRows'] as const),
  ],
  async open({ terminals, groups, broadcasting, heldRows, ...needs }, onStop) {
    const { directory } = terminals;
    const own = { directory, groups: groups.device, engine: broadcasting.engine, queue: broadcasting.queue };
    const talkLinks = await createTalkLinks({ ...needs, ...own });
    onStop('talkLinks', talkLinks.close);
    heldRows.add(['talk_link'], talkLinks.load);
    return { talkLinks };
  },
  routes: (app, { talkLinks }) => talkLinks.routes(app),
});

export const quickCodes = module({
  needs: [
    ...entityNeeds,
    ...(['uses', 'transferables', 'terminals', 'virtualCasters', 'groups', 'schedule'] as const),
    ...(['talking', 'heldRows', 'journal'] as const),
  ],
  async open({ terminals, groups, ...needs }, onStop) {
    const { directory, casters } = terminals;
    const quickCodes = await createQuickCodes({ ...needs, directory, casters, groups: groups.device });
    onStop('quickCodes', quickCodes.close);
    return { quickCodes };
  },
  routes: (app, { quickCodes }) => quickCodes.routes(app),
});

export const calls = module({
  needs: [
    ...(['log', 'live', 'zones', 'ids', 'journal', 'terminals', 'virtualCasters', 'groups'] as const),
    ...(['quickCodes', 'broadcasting', 'talking'] as const),
  ],
  open({ terminals, groups, broadcasting, talking, ...needs }, onStop) {
    const { gateway, directory, casters } = terminals;
    const calls = createCalls({
      ...needs,
      ...{ gateway, directory, casters, groups: groups.device, engine: broadcasting.engine },
      isPaging: (id) => talking.stations.talkOf(id) !== null,
    });
    onStop('calls', calls.close);
    return { calls };
  },
  routes(app, { talking, calls }) {
    talking.routes(app, calls);
    calls.routes(app);
  },
});
