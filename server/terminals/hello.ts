import { createHash, timingSafeEqual } from 'node:crypto';
import { kindOf } from '../../contract/entities/terminal.ts';
import { AppError, errorCode } from '../../contract/errors.ts';
import type { Hello } from '../../contract/terminal.ts';
import { GuessedByMany } from '../auth/attempts.ts';
import type { Connection } from './connection.ts';
import type { KnownTerminal, TerminalDirectory } from './types.ts';

/** What a terminal is given to keep: its secret, and the proof of a login by password. */
export interface Given {
  secret: string;
  proof?: string;
}

/** What a greeting needs of the gateway. */
export interface Desk {
  directory: TerminalDirectory;
  /** The connection that holds each code, found or welcomed. */
  codes: Map<string, Connection>;
  find(connection: Connection, hello: Hello): void;
  /** @param given what proves it from now on, when it was let in otherwise */
  welcome(connection: Connection, terminal: KnownTerminal, given?: Given): void;
  /** `other` was refused because `holder` has the code. */
  duplicate(holder: Connection, other: Connection): void;
}

/** Seconds after which a refused terminal may try again by itself. */
const RETRY_S = { duplicate: 5, secret: 30, enrol: 60, busy: 10, login: 90, relogin: 1 } as const;

/** SHA-256 of a terminal's secret, hex: how secrets are stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Imported and never adopted: it has no secret that anybody could know (docs/decisions/0031). */
export function isExpected(terminal: Pick<KnownTerminal, 'secret_hash'>): boolean {
  return terminal.secret_hash === '';
}

function knows(terminal: KnownTerminal, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(terminal.secret_hash, 'hex'));
}

const hasLeft = (connection: Connection) => connection.phase === 'closed';

/**
 * Judges a hello (design 6): the right secret is welcomed, a wrong one refused, and without one the terminal
 * is held as found, or taken in by its zone password or pairing code. A terminal whose code is known but which has no secret
 * is found as well: a person may let it take the place of the one that had the code.
 */
export async function greet(desk: Desk, connection: Connection, sent: Hello): Promise<void> {
  const hello = clean(sent);
  connection.hello = hello;
  connection.phase = 'greeting';
  if (hello.left !== undefined) await desk.directory.logOut(hello.left, connection.address);
  if (hasLeft(connection)) return;
  const known = desk.directory.byCode(hello.code);
  const proven =
    known !== undefined && !isExpected(known) && hello.secret !== undefined && knows(known, hello.secret);
  if (!proven && hello.password !== undefined) return logIn(desk, connection, hello, hello.password);
  if (known === undefined && refuseLetters(desk, connection, hello)) return;
  if (known !== undefined && !isExpected(known) && hello.secret !== undefined && !proven) {
    if (desk.directory.hasPassword(known)) connection.refuse('login', 'terminal.loggedOut', RETRY_S.relogin);
    else connection.refuse('secret', 'terminal.wrongSecret', RETRY_S.secret);
    return;
  }
  if (known !== undefined && desk.directory.disabled(known)) {
    connection.refuse('login', 'terminal.wrongLogin', RETRY_S.login);
    return;
  }
  // What was taken in as one kind is not another by saying so: its rights, groups and settings are the kind's.
  if (proven && known.kind !== kindOf(hello)) {
    connection.refuse('denied', 'terminal.otherKind', RETRY_S.enrol, { code: hello.code });
    return;
  }
  if (!(await takeCode(desk, connection, hello, proven))) return;
  // Asked again: it may have been removed while the older connection was being probed.
  const terminal = desk.directory.byCode(hello.code);
  if (terminal !== undefined && proven) desk.welcome(connection, terminal);
  else if (terminal === undefined && (hello.zone ?? hello.pairing) !== undefined)
    await enrol(desk, connection, hello);
  else desk.find(connection, hello);
}

/**
 * Refuses a terminal whose code is that of another one but for capital letters: nobody could take it in. True when it was.
 * With the other one's secret it is that terminal, and told how its code is written.
 */
function refuseLetters(desk: Desk, connection: Connection, { code, secret }: Hello): boolean {
  const like = desk.directory.like(code);
  // One that was imported in other letters is waited for.
  if (like === undefined || isExpected(like)) return false;
  if (secret !== undefined && knows(like, secret))
    connection.refuse('denied', 'terminal.codeLetters', RETRY_S.enrol, { code, other: like.code });
  else connection.refuse('denied', 'terminal.codeTaken', RETRY_S.enrol, { code });
  return true;
}

/** A call station that says account and password: the account is its code. */
async function logIn(desk: Desk, connection: Connection, hello: Hello, password: string): Promise<void> {
  const login = await desk.directory.logIn(hello, password, connection.address);
  if (connection.phase === 'closed') return;
  if (login === null) return connection.refuse('login', 'terminal.wrongLogin', RETRY_S.login);
  if (!(await takeCode(desk, connection, hello, true))) return;
  const admitted = await login.admit();
  if (hasLeft(connection)) return;
  if (admitted === null) connection.refuse('login', 'terminal.wrongLogin', RETRY_S.login);
  else desk.welcome(connection, admitted.terminal, admitted);
}

/**
 * Makes the connection the holder of its code. An older one keeps it while it answers pings, with two
 * exceptions: who has proved itself gives way to nobody who has not, and the same run of the same program says
 * by coming back that its older connection is dead.
 * @returns false when it was refused, or left meanwhile
 */
async function takeCode(desk: Desk, connection: Connection, hello: Hello, proven: boolean): Promise<boolean> {
  for (;;) {
    const older = desk.codes.get(hello.code);
    if (older === undefined) break;
    const olderProven = older.phase === 'online';
    if (proven && !olderProven) {
      refuseDuplicate(desk, connection, older, false);
    } else if (proven && older.hello?.boot === hello.boot) {
      older.cut();
    } else if (olderProven !== proven || (await older.probe())) {
      if (connection.phase !== 'closed') refuseDuplicate(desk, older, connection, proven);
      return false;
    } else if (desk.codes.get(hello.code) === older) older.cut();
    if (connection.phase === 'closed') return false;
  }
  desk.codes.set(hello.code, connection);
  return true;
}

/** @param proven the one that is refused has proved itself, and may know where the other one is */
function refuseDuplicate(desk: Desk, holder: Connection, other: Connection, proven: boolean): void {
  desk.duplicate(holder, other);
  const code = other.hello?.code ?? '';
  if (proven) {
    const params = { code, address: holder.address };
    other.refuse('duplicate', 'terminal.codeInUseFrom', RETRY_S.duplicate, params);
  } else other.refuse('duplicate', 'terminal.codeInUse', RETRY_S.duplicate, { code });
}

async function enrol(desk: Desk, connection: Connection, hello: Hello): Promise<void> {
  const enrolled = await desk.directory.enrol(hello, connection.address).catch((error) => {
    // Nobody can be told from the strangers that guess: whoever knows this terminal lets it in.
    if (error instanceof GuessedByMany) return 'held' as const;
    throw error;
  });
  if (connection.phase === 'closed') return;
  if (enrolled === 'held') return desk.find(connection, hello);
  const wrong = hello.pairing === undefined ? 'terminal.wrongZonePassword' : 'terminal.wrongPairingCode';
  if (enrolled === null) connection.refuse('enrol', wrong, RETRY_S.enrol);
  else desk.welcome(connection, enrolled.terminal, { secret: enrolled.secret });
}

/** Refuses a connection whose greeting failed; true when the reason is one of ours (the database is away). */
export function refuseFailed(connection: Connection, error: unknown): boolean {
  const foreseen = error instanceof AppError;
  const code = connection.hello?.password === undefined ? 'enrol' : 'login';
  // What it said was not looked at, so it may say the same again, in time.
  if (foreseen && error.code === errorCode.tooMany)
    connection.refuse('locked_out', error.key, error.details.retryAfter ?? RETRY_S.enrol, error.params);
  else if (foreseen) connection.refuse(code, error.key, RETRY_S.enrol, error.params);
  else connection.refuse('busy', 'common.serverBusy', RETRY_S.busy);
  return !foreseen;
}

/** Texts as a database and a screen can take them: well formed, without control characters. */
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
