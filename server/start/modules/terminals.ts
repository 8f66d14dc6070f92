import type { GroupMember } from '../../../contract/entities/terminals/group.ts';
import { terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import { alarmGroupTables } from '../../air/emergency/plans/groupMembers.repository.ts';
import type { AuditEntry } from '../../platform/audit/audit.ts';
import { retriedWrites } from '../../platform/db/database.metrics.ts';
import { createFailedLogins, type FailedLogins } from '../../site/accounts/failedLogins.ts';
import { createVirtualCasters, type VirtualCasters } from '../../site/casters/virtualCasters.ts';
import { createOnlineLog, type OnlineLog } from '../../site/connections/onlineLog.ts';
import { plainHttpRoutes } from '../../site/connections/plainHttp.routes.ts';
import { faultRoutes } from '../../site/faults/fault.routes.ts';
import { createFaultWatch, type FaultWatch } from '../../site/faults/faultWatch.ts';
import { watchPasswords } from '../../site/faults/passwordWatch.ts';
import type { Groups } from '../../site/groups/groups.ts';
import { createAllGroups } from '../../site/groups/kinds.ts';
import { createIo, type Io } from '../../site/io/io.ts';
import { createTerminals, type Terminals } from '../../site/terminals/terminals.ts';
import type { Logins } from './logins.ts';
import { modulesAmong } from './module.ts';
import type { Outside } from './outside.ts';
import { entityNeeds, type Platform } from './platform.ts';
import type { Storage } from './storage.ts';

/** Terminals of the site, and their faults. */
export interface TerminalParts {
  terminals: Terminals;
  virtualCasters: VirtualCasters;
  /** Groups of each kind. */
  groups: Record<GroupMember, Groups>;
  faultWatch: FaultWatch;
  faults: FaultWatch['faults'];
  /** Wrong passwords on their way to the audit log. */
  failedLogins: FailedLogins;
  /** Inputs and outputs. */
  io: Io;
  onlineLog: OnlineLog;
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
    'aims',
    'fileGroups',
    'attempts',
    'proofs',
    'hashing',
    'callers',
    'journal',
    'plainSockets',
    'httpsOnly',
    'snapshotAt',
    'terminalLimits',
    'heldRows',
    'finders',
  ],
  async open({ heldRows, finders, ...needs }, onStop) {
    const terminals = await createTerminals(needs);
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

export const faults = module({
  needs: ['db', 'disk', 'live', 'log', 'metrics', 'terminals', 'faultTimes', 'snapshotAt', 'heldRows'],
  async open({ heldRows, ...needs }, onStop) {
    const faultWatch = await createFaultWatch(needs);
    heldRows.add(['fault'], faultWatch.faults.load);
    onStop('faultWatch', faultWatch.close);
    return { faultWatch, faults: faultWatch.faults };
  },
  routes: faultRoutes,
});

/** Interval of writing what is due of wrong passwords, ms. */
const PASSWORDS_EVERY_MS = 5_000;

export const wrongPasswords = module({
  needs: ['db', 'audit', 'attempts', 'faults', 'log'],
  open({ db, audit, attempts, faults, log }, onStop) {
    const nobody = { accountId: null, code: '' };
    const record = (entries: readonly AuditEntry[]) => audit.record(db, nobody, entries);
    const failedLogins = createFailedLogins({ record, log, now: Date.now });
    const watch = watchPasswords(faults, Date.now);
    attempts.onFailed((failed) => {
      failedLogins.failed(failed);
      watch.failed(failed.address);
    });
    const timer = setInterval(() => {
      watch.look();
      void failedLogins.look();
    }, PASSWORDS_EVERY_MS).unref();
    onStop('wrongPasswords', () => {
      clearInterval(timer);
      return failedLogins.close();
    });
    return { failedLogins };
  },
});

export const io = module({
  needs: ['db', 'audit', 'faults', 'isAway', 'live', 'log', 'metrics', 'terminals', 'heldRows'],
  async open({ heldRows, ...needs }, onStop) {
    const io = await createIo(needs);
    heldRows.add(['io_hold', 'io_test', 'io_change'], io.load);
    onStop('io', io.close);
    return { io };
  },
  routes: (app, { io }) => io.routes(app),
});

export const onlineLog = module({
  needs: ['db', 'log', 'isAway', 'terminals', 'metrics'],
  async open({ metrics, ...needs }, onStop) {
    const onlineLog = await createOnlineLog({ ...needs, retried: retriedWrites(metrics, 'run_log') });
    onStop('onlineLog', onlineLog.close);
    return { onlineLog };
  },
});
