import type { GroupMember } from '../../../contract/entities/terminals/group.ts';
import { terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import { alarmGroupTables } from '../../air/emergency/plans/groupMembers.repository.ts';
import { createVirtualCasters, type VirtualCasters } from '../../site/casters/virtualCasters.ts';
import { plainHttpRoutes } from '../../site/connections/plainHttp.routes.ts';
import type { Groups } from '../../site/groups/groups.ts';
import { createAllGroups } from '../../site/groups/kinds.ts';
import { createTerminals, type Terminals } from '../../site/terminals/terminals.ts';
import type { Logins } from './logins.ts';
import { modulesAmong } from './module.ts';
import type { Outside } from './outside.ts';
import { entityNeeds, type Platform } from './platform.ts';
import type { Storage } from './storage.ts';

/** Terminals of the site and their groups. */
export interface TerminalParts {
  terminals: Terminals;
  virtualCasters: VirtualCasters;
  /** Groups of each kind. */
  groups: Record<GroupMember, Groups>;
}

/** Tables of groups and of their members. */
const groupTables = [
  'terminal_group',
  'terminal_group_member',
  'linkage_task_group_member',
  'alarm_plan_group_member',
];

const module = modulesAmong<Outside & Platform & Storage & Logins & TerminalParts>();

/** Its routes are added by the broadcasts, which its batch actions end. */
export const terminals = module({
  needs: [
    ...entityNeeds,
    'clock',
    'config',
    'metrics',
    'alarmUse',
    'uses',
    'targetingTasks',
    'fileGroups',
    'attempts',
    'proofs',
    'hashing',
    'secretBox',
    'callers',
    'journal',
    'plainSockets',
    'httpsOnly',
    'snapshotAt',
    'terminalLimits',
    'heldRows',
    'finders',
    'partnerAddresses',
    'ports',
  ],
  async open({ heldRows, finders, partnerAddresses, ports, ...needs }, onStop) {
    const terminals = await createTerminals({
      ...needs,
      partnerAddresses: partnerAddresses.query,
      ports: ports.query,
    });
    heldRows.add(['terminal', 'caster_account', 'caster_org', 'tts_license'], terminals.load);
    finders.topics(...terminalKindNames);
    onStop('terminals', terminals.close);
    return { terminals };
  },
});

/** Route that counts terminals, consoles and logins over plain HTTP. */
export const plainHttp = module({
  needs: [],
  open: () => ({}),
  routes: plainHttpRoutes,
});

export const virtualCasters = module({
  needs: ['db', 'audit', 'live', 'terminals', 'uses', 'heldRows'],
  async open({ heldRows, ...needs }) {
    const virtualCasters = await createVirtualCasters(needs);
    heldRows.add(['virtual_caster', 'virtual_caster_member'], virtualCasters.changed);
    return { virtualCasters };
  },
  routes: (app, { virtualCasters }) => virtualCasters.routes(app),
});

export const groups = module({
  needs: ['db', 'audit', 'live', 'terminals', 'uses', 'alarmUse', 'heldRows', 'finders'],
  async open({ heldRows, finders, ...needs }) {
    const groups = await createAllGroups({ ...needs, alarmTables: alarmGroupTables });
    heldRows.add(groupTables, async () => {
      for (const each of Object.values(groups)) await each.load();
    });
    finders.topics('device_group');
    return { groups };
  },
  routes(app, { groups }) {
    for (const each of Object.values(groups)) each.routes(app);
  },
});
