import { createAttempts } from '../../platform/auth/attempts.ts';
import { authRoutes } from '../../platform/auth/auth.routes.ts';
import type { AuthDeps } from '../../platform/auth/auth.service.ts';
import { createFindAccount, type FindAccount } from '../../platform/auth/away/findAccount.ts';
import { createHeldLogins, type HeldLogins } from '../../platform/auth/away/heldLogins.ts';
import { type Callers, createCallers } from '../../platform/auth/callers.ts';
import { createEndedLogins, type EndedLogins } from '../../platform/auth/endedLogins.ts';
import type { Idle } from '../../platform/auth/idle.ts';
import { createKnownAddresses, type KnownAddresses } from '../../platform/auth/knownAddresses.ts';
import { createProofs, type Proofs } from '../../platform/auth/proofs.ts';
import { watchIdle } from '../../platform/auth/watchIdle.ts';
import { accountRoutes } from '../../site/accounts/account.routes.ts';
import { createAccountRows, seesAccount } from '../../site/accounts/accountFinder.ts';
import { roleRoutes } from '../../site/accounts/role.routes.ts';
import { modulesAmong } from './module.ts';
import type { Outside } from './outside.ts';
import type { Platform } from './platform.ts';
import type { Storage } from './storage.ts';

/** Parts that decide who calls, and with which rights. */
export interface Logins {
  attempts: AuthDeps['attempts'];
  known: KnownAddresses;
  proofs: Proofs;
  /** Logins that the database has not stored yet. */
  held: HeldLogins;
  endedLogins: EndedLogins;
  callers: Callers;
  /** Ends idle sessions. */
  idle: Idle;
  findAccount: FindAccount;
}

const module = modulesAmong<Outside & Platform & Storage & Logins>();

export const proofs = module({
  needs: ['db'],
  open: async ({ db }) => ({
    attempts: createAttempts(),
    known: await createKnownAddresses(db),
    proofs: await createProofs(db),
  }),
});

export const callers = module({
  needs: ['db', 'zones', 'journal', 'attempts', 'heldRows', 'httpsOnly'],
  open({ db, zones, journal, attempts, heldRows, httpsOnly }) {
    const held = createHeldLogins(journal);
    const endedLogins = createEndedLogins();
    const callers = createCallers(db, zones, Date.now, held, endedLogins, httpsOnly.isOn);
    // A reset password clears the attempts at the old one, whichever process reset it.
    callers.onChange(attempts.forgetRefused);
    heldRows.add(['role', 'account', 'account_partition'], callers.changed);
    return { held, endedLogins, callers };
  },
});

export const idle = module({
  needs: ['db', 'config', 'callers', 'endedLogins', 'idleNow', 'snapshotAt', 'isAlarmRunning'],
  open({ db, config, callers, endedLogins, idleNow, snapshotAt, isAlarmRunning }, onStop) {
    const { idle, end } = watchIdle({
      ...{ db, config, callers, ended: endedLogins, now: idleNow },
      isPaused: () => snapshotAt() !== null || isAlarmRunning.query(),
    });
    onStop('idle', end);
    return { idle };
  },
});

export const accounts = module({
  needs: ['db', 'proofs', 'dataDir', 'snapshotAt', 'standIn', 'callers', 'finders'],
  open({ standIn, snapshotAt, callers, finders, ...needs }) {
    finders.rows('user', createAccountRows({ db: needs.db, callers }), seesAccount);
    const isGivenUp = () => snapshotAt() !== null && standIn?.hasLogins === false;
    return { findAccount: createFindAccount({ ...needs, isGivenUp }) };
  },
  routes(app, all) {
    authRoutes(app, all);
    accountRoutes(app, all);
    roleRoutes(app, all);
  },
});
