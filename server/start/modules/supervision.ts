import type { AuditEntry } from '../../platform/audit/audit.ts';
import { retriedWrites } from '../../platform/db/database.metrics.ts';
import { createFailedLogins, type FailedLogins } from '../../site/accounts/failedLogins.ts';
import { createOnlineLog, type OnlineLog } from '../../site/connections/onlineLog.ts';
import { faultRoutes } from '../../site/faults/fault.routes.ts';
import { createFaultWatch, type FaultWatch } from '../../site/faults/faultWatch.ts';
import { watchPasswords } from '../../site/faults/passwordWatch.ts';
import { createIo, type Io } from '../../site/io/io.ts';
import type { Logins } from './logins.ts';
import { modulesAmong } from './module.ts';
import type { Outside } from './outside.ts';
import type { Platform } from './platform.ts';
import type { Storage } from './storage.ts';
import type { TerminalParts } from './terminals.ts';

/** Faults, lines and connections of the terminals. */
export interface Supervision {
  faultWatch: FaultWatch;
  faults: FaultWatch['faults'];
  /** Wrong passwords on their way to the audit log. */
  failedLogins: FailedLogins;
  /** Inputs and outputs. */
  io: Io;
  onlineLog: OnlineLog;
}

/** Parts of the layers platform and site, from which the modules of higher layers take their needs. */
export type SiteParts = Outside & Platform & Storage & Logins & TerminalParts & Supervision;

const module = modulesAmong<SiteParts>();

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
  needs: ['db', 'audit', 'journal', 'faults', 'isAway', 'live', 'log', 'metrics', 'terminals', 'heldRows'],
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
