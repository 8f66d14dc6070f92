import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { kindOf } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Hello } from '../../../contract/protocol/terminal.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import { type Attempts, targetOf, unknownTarget } from '../../platform/auth/attempts.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import { hashToken, newToken } from '../../platform/auth/token.ts';
import type { Db } from '../../platform/db/client.ts';
import { networkOf } from '../../platform/http/address.ts';
import { type Directory, ownName } from './directory.ts';
import type { KindLicences } from './kindLicences.ts';
import type { Admitted, Pairing } from './pairing.ts';
import * as repository from './terminal.repository.ts';

export interface EnrolmentDeps {
  db: Db;
  audit: Audit;
  directory: Pick<Directory, 'byCodeIgnoringCase' | 'put'>;
  licences: Pick<KindLicences, 'check' | 'reserve'>;
  /** Limits password guessing. */
  attempts: Attempts;
  hashing: Pick<Hashing, 'turn'>;
  pairing: Pick<Pairing, 'redeem'>;
}

/**
 * Creates the function that enrols a terminal into a zone by the zone's code and password, or by a pairing
 * code. Passwords are checked one at a time, so that terminals use one hashing thread at most, and terminals
 * are stored one at a time, so that a code is taken once.
 * @returns the new terminal and its secret, or null when zone and password, or the pairing code, are wrong
 * @throws AppError 999 when the site has no licence left, 429 after too many wrong passwords or while too many others wait, `GuessedByMany`, 409
 * where another terminal has the code in other letter case
 */
export function createEnrolment(deps: EnrolmentDeps) {
  async function byZone({ zone, code }: Hello, address: string): Promise<Admitted | null> {
    if (zone === undefined) return null;
    const input = { kind: 'zone', name: zone.code, address } as const;
    deps.attempts.check(input);
    const found = await deps.hashing.turn('terminal', networkOf(address), async (hasher) => {
      const one = await repository.zoneByCode(deps.db, zone.code);
      const target = one ? targetOf('zone', one.id, one.password_hash) : unknownTarget(zone.code);
      const judge = async () => {
        const right = await hasher.check(one?.password_hash ?? null, zone.password);
        return right && one !== undefined ? one : null;
      };
      const tried = {
        entity: 'partition',
        id: one?.id ?? null,
        code: one ? zone.code : '',
        address,
      } as const;
      return deps.attempts.run({ tried, kind: 'zone', target, address }, judge, input);
    });
    return found && { org: found.id, actor: { accountId: null, code: `terminal ${code}` } };
  }

  /** Runs tasks one after the other, whether the previous one succeeded or not. */
  function oneByOne() {
    let last: Promise<unknown> = Promise.resolve();
    return <T>(work: () => Promise<T>): Promise<T> => {
      const turn = last.then(work);
      last = turn.catch(() => {});
      return turn;
    };
  }
  const [inTurn, storedInTurn] = [oneByOne(), oneByOne()];

  async function store(hello: Hello, address: string, { org, actor }: Admitted) {
    // The terminal is in no zone yet, so the other one is not named.
    if (deps.directory.byCodeIgnoringCase(hello.code) !== undefined)
      throw new AppError(errorCode.conflict, 'terminal.codeTaken', { code: hello.code });
    const secret = newToken();
    const release = deps.licences.reserve(kindOf(hello));
    try {
      const row = await storeRow(hello, address, org, actor, secret);
      return { terminal: deps.directory.put(row), secret };
    } finally {
      release();
    }
  }

  function storeRow(
    hello: Hello,
    address: string,
    org: Admitted['org'],
    actor: Admitted['actor'],
    secret: string,
  ) {
    return deps.db.transaction(async (tx) => {
      const [made] = await repository.insertMany(tx, [
        { ...storedHello(hello), org, secret_hash: hashToken(secret) },
      ]);
      if (made === undefined) throw new Error('an insert returned no row');
      await deps.audit.record(tx, actor, [
        {
          action: 'enrol',
          entity: made.kind,
          entity_id: made.id,
          ip: address,
          after: { code: hello.code, org },
        },
      ]);
      return made;
    });
  }

  return async (hello: Hello, address: string) => {
    // Before a pairing code is used up.
    deps.licences.check(kindOf(hello));
    // A pairing code needs no hashing, and does not queue behind password checks.
    const admitted = await (hello.pairing === undefined
      ? inTurn(() => byZone(hello, address))
      : deps.pairing.redeem(hello));
    return admitted && storedInTurn(() => store(hello, address, admitted));
  };
}

/** Columns from the hello of a terminal. */
export function storedHello(hello: Hello) {
  return {
    code: hello.code,
    role: hello.role,
    kind: kindOf(hello),
    dev_name: ownName(hello),
    name: ownName(hello) || hello.code,
    ICCID: hello.ICCID ?? '',
    client_version: hello.version,
    features: hello.features,
    last_login_time: Math.floor(Date.now() / 1000),
  };
}
