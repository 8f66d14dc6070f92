import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { kindOf } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { Hello } from '../../../../contract/protocol/terminal.ts';
import { GuessedByMany } from '../../../platform/auth/attempts.ts';
import type { Connection } from './connection.ts';
import type { HeldSound, KnownTerminal, TerminalDirectory } from './terminals.types.ts';

/** Credentials that a terminal stores: its secret, and the proof of a login by password. */
export interface Given {
  secret: string;
  proof?: string;
}

/** Interface of the gateway for greetings. */
export interface GreetingDeps {
  directory: TerminalDirectory;
  /** Connection that holds each code, found or welcomed. */
  codes: Map<string, Connection>;
  find(connection: Connection, hello: Hello): void;
  /** @param given new credentials, when it was admitted without a secret */
  welcome(connection: Connection, terminal: KnownTerminal, given?: Given): void;
  /** Reports that `other` was refused because `holder` has the code. */
  duplicate(holder: Connection, other: Connection): void;
}

/** Seconds after which a refused terminal may retry by itself. */
const RETRY_S = { duplicate: 5, secret: 30, enrol: 60, busy: 10, login: 90, relogin: 1 } as const;

/** Sound that a terminal says it still has; null: none by the media clock of this epoch. */
export function heldOf(hello: Pick<Hello, 'held'> | null, epoch: string): HeldSound | null {
  const held = hello?.held;
  if (held === undefined || held.epoch !== epoch) return null;
  return {
    receivedUs: held.received_us,
    untilUs: new Map(held.streams.map(({ stream, until_us }) => [stream, until_us])),
  };
}

/** SHA-256 of a terminal's secret, hex, as secrets are stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Tells if a terminal was imported and never adopted: it has no secret yet
 * (docs/decisions/0031-import-and-export.md).
 */
export function isExpected(terminal: Pick<KnownTerminal, 'secret_hash'>): boolean {
  return terminal.secret_hash === '';
}

function knows({ secret_hash, next_secret_hash }: KnownTerminal, secret: string): boolean {
  const sent = Buffer.from(hashSecret(secret), 'hex');
  const is = (hash: string) => timingSafeEqual(sent, Buffer.from(hash, 'hex'));
  return is(secret_hash) || (next_secret_hash !== null && is(next_secret_hash));
}

/** Tells if a hello contains the secret of a terminal, and reports it to the directory. */
function proves({ directory }: GreetingDeps, connection: Connection, terminal: KnownTerminal): boolean {
  const secret = connection.hello?.secret;
  if (isExpected(terminal) || secret === undefined || !knows(terminal, secret)) return false;
  directory.secretSent(terminal, secret, connection.secure);
  return true;
}

const hasLeft = (connection: Connection) => connection.phase === 'closed';

/**
 * Handles a hello: a terminal with the right secret is welcomed, with a wrong one refused; without one it is
 * held as found, or enrolled by its zone password or pairing code. A terminal with a known code but without a
 * secret is held as found, too: a person may let it replace the one that had the code.
 */
export async function judgeHello(deps: GreetingDeps, connection: Connection, sent: Hello): Promise<void> {
  const hello = clean(sent);
  connection.hello = hello;
  connection.phase = 'greeting';
  if (hello.left !== undefined) await deps.directory.logOut(hello.left, connection.address);
  if (hasLeft(connection)) return;
  const known = deps.directory.byCode(hello.code);
  const proven = known !== undefined && proves(deps, connection, known);
  if (!proven && hello.password !== undefined) return logIn(deps, connection, hello, hello.password);
  if (known === undefined && refuseCodeInOtherCase(deps, connection, hello)) return;
  if (known !== undefined && !isExpected(known) && hello.secret !== undefined && !proven) {
    if (deps.directory.hasPassword(known)) connection.refuse('login', 'terminal.loggedOut', RETRY_S.relogin);
    else connection.refuse('secret', 'terminal.wrongSecret', RETRY_S.secret);
    return;
  }
  if (known !== undefined && deps.directory.disabled(known)) {
    connection.refuse('login', 'terminal.wrongLogin', RETRY_S.login);
    return;
  }
  // The kind of an adopted terminal is fixed: its rights, groups and settings depend on it.
  if (proven && known.kind !== kindOf(hello)) {
    connection.refuse('denied', 'terminal.otherKind', RETRY_S.enrol, { code: hello.code });
    return;
  }
  if (!(await takeCode(deps, connection, hello, proven))) return;
  // Read again: the terminal may have been removed while the older connection was probed.
  const terminal = deps.directory.byCode(hello.code);
  if (terminal !== undefined && proven) deps.welcome(connection, terminal);
  else if (terminal === undefined && (hello.zone ?? hello.pairing) !== undefined)
    await enrol(deps, connection, hello);
  else deps.find(connection, hello);
}

/**
 * Refuses a terminal whose code differs from another one only in letter case; true if refused. If it has the
 * other one's secret it is that terminal, and is told the correct spelling.
 */
function refuseCodeInOtherCase(deps: GreetingDeps, connection: Connection, { code }: Hello): boolean {
  const like = deps.directory.byCodeIgnoringCase(code);
  // An imported terminal is matched in any letter case.
  if (like === undefined || isExpected(like)) return false;
  if (proves(deps, connection, like))
    connection.refuse('denied', 'terminal.codeLetters', RETRY_S.enrol, { code, other: like.code });
  else connection.refuse('denied', 'terminal.codeTaken', RETRY_S.enrol, { code });
  return true;
}

/** Logs a call station in by account and password; the account is its code. */
async function logIn(
  deps: GreetingDeps,
  connection: Connection,
  hello: Hello,
  password: string,
): Promise<void> {
  const login = await deps.directory.logIn(hello, password, connection.address);
  if (connection.phase === 'closed') return;
  if (login === null) return connection.refuse('login', 'terminal.wrongLogin', RETRY_S.login);
  if (!(await takeCode(deps, connection, hello, true))) return;
  const admitted = await login.admit();
  if (hasLeft(connection)) return;
  if (admitted === null) connection.refuse('login', 'terminal.wrongLogin', RETRY_S.login);
  else deps.welcome(connection, admitted.terminal, admitted);
}

/**
 * Makes the connection the holder of its code. An older connection keeps it while it answers pings, with two
 * exceptions: a proven connection replaces an unproven one, and a connection with the same boot id means that
 * its older connection is dead.
 * @returns false when it was refused, or closed meanwhile
 */
async function takeCode(
  deps: GreetingDeps,
  connection: Connection,
  hello: Hello,
  proven: boolean,
): Promise<boolean> {
  for (;;) {
    const older = deps.codes.get(hello.code);
    if (older === undefined) break;
    const olderProven = older.phase === 'online';
    if (proven && !olderProven) {
      refuseDuplicate(deps, connection, older, false);
    } else if (proven && older.hello?.boot === hello.boot) {
      older.cut();
    } else if (olderProven !== proven || (await older.probe())) {
      if (connection.phase !== 'closed') refuseDuplicate(deps, older, connection, proven);
      return false;
    } else if (deps.codes.get(hello.code) === older) older.cut();
    if (connection.phase === 'closed') return false;
  }
  deps.codes.set(hello.code, connection);
  return true;
}

/** @param proven the refused one has proved its identity, and may be told the address of the other one */
function refuseDuplicate(deps: GreetingDeps, holder: Connection, other: Connection, proven: boolean): void {
  deps.duplicate(holder, other);
  const code = other.hello?.code ?? '';
  if (proven) {
    const params = { code, address: holder.address };
    other.refuse('duplicate', 'terminal.codeInUseFrom', RETRY_S.duplicate, params);
  } else other.refuse('duplicate', 'terminal.codeInUse', RETRY_S.duplicate, { code });
}

async function enrol(deps: GreetingDeps, connection: Connection, hello: Hello): Promise<void> {
  const enrolled = await deps.directory.enrol(hello, connection.address).catch((error) => {
    // Its attempts cannot be distinguished from guessing: a person has to admit it.
    if (error instanceof GuessedByMany) return 'held' as const;
    throw error;
  });
  if (connection.phase === 'closed') return;
  if (enrolled === 'held') return deps.find(connection, hello);
  const wrong = hello.pairing === undefined ? 'terminal.wrongZonePassword' : 'terminal.wrongPairingCode';
  if (enrolled === null) connection.refuse('enrol', wrong, RETRY_S.enrol);
  else deps.welcome(connection, enrolled.terminal, { secret: enrolled.secret });
}

/** Refuses a connection whose greeting failed; returns true for unexpected errors, which must be logged. */
export function refuseFailed(connection: Connection, error: unknown): boolean {
  const foreseen = error instanceof AppError;
  const code = connection.hello?.password === undefined ? 'enrol' : 'login';
  // Its credentials were not checked, so it may retry with the same ones later.
  if (foreseen && error.code === errorCode.tooMany)
    connection.refuse('locked_out', error.key, error.details.retryAfter ?? RETRY_S.enrol, error.params);
  else if (foreseen) connection.refuse(code, error.key, RETRY_S.enrol, error.params);
  else connection.refuse('busy', 'common.serverBusy', RETRY_S.busy);
  return !foreseen;
}

/** Cleans texts for database and display: well-formed, without control characters. */
function clean(hello: Hello): Hello {
  const text = (value: string) => value.toWellFormed().replace(/\p{Cc}/gu, '');
  return {
    ...hello,
    version: text(hello.version),
    features: hello.features.map(text),
    ...(hello.zone === undefined ? {} : { zone: { ...hello.zone, code: text(hello.zone.code) } }),
    ...(hello.name === undefined ? {} : { name: text(hello.name) }),
    ...(hello.model === undefined ? {} : { model: text(hello.model) }),
    ...(hello.ICCID === undefined ? {} : { ICCID: text(hello.ICCID) }),
  };
}
