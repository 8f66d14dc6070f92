import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { dial, PairRefused } from '../../edge/pair/link/dial.ts';
import type { PairRecord, Partner } from '../../edge/pair/link/pairRecord.ts';
import { askToken } from '../../platform/machines/askToken.ts';
import { readToken } from '../../platform/machines/machineKeys.ts';
import type { Env } from '../../platform/process/env.ts';
import { StartError } from '../../platform/process/startError.ts';

/** Command that joins a pair. */
type Command = 'standby' | 'witness';

const usage = (command: Command) =>
  `Usage: npm run ${command} -- --of https://FIRST-SERVER:8443\n` +
  'An administrator of all zones creates the token in the console of the first server: System settings, Standby server.';

/** Address of the leader in the arguments of a command; null: none is given. @throws StartError when it is no address */
export function addressArgument(command: Command, args: readonly string[]): string | null {
  let of: string | undefined;
  try {
    of = parseArgs({ args: [...args], options: { of: { type: 'string' } } }).values.of;
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage(command)}`);
  }
  if (of === undefined) return null;
  const url = URL.parse(of.includes('://') ? of : `https://${of}`);
  if (url === null || url.protocol !== 'https:')
    throw new StartError(`--of ${of}: not an address such as https://192.168.1.10:8443\n${usage(command)}`);
  return url.origin;
}

/**
 * Joins the pair of a leader with a one-time token, typed or from the standard input.
 *
 * @param pair place of this machine, with its key
 * @returns the leader, and its term
 * @throws StartError when the leader refuses or cannot be reached
 */
export async function joinLeader(
  command: Command,
  url: string,
  pair: PairRecord,
  { HTTPS_PORT }: Pick<Env, 'HTTPS_PORT'>,
): Promise<{ leader: Partner; term: number }> {
  const typed = await askToken('Token of the first server: ');
  if (typed === null) throw new StartError(`No token came from the standard input.\n${usage(command)}`);
  const token = readToken(typed);
  if (token === null) throw new StartError(`The token has 32 digits 0–9 and a–f.\n${usage(command)}`);
  const port = typeof HTTPS_PORT === 'number' ? HTTPS_PORT : 8443;
  const presence = { name: hostname(), port: port === 0 ? null : port };
  try {
    const { socket, welcome } = await dial(url, { pair, presence, purpose: 'status', token });
    socket.close();
    const { public_key, name, term } = welcome;
    return { leader: { public_key, name, urls: [url] }, term };
  } catch (error) {
    throw new StartError(`The server ${url} cannot be joined: ${reasonOf(error)}`, undefined, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof PairRefused)) return (error as Error).message;
  switch (error.reason) {
    case 'token':
      return 'the token is wrong, was used or has expired. Create another one in its console.';
    case 'busy':
      return 'it has one already. Remove that in its console first.';
    case 'no_database':
      return 'it uses a database of its own (DATABASE_URL), runs without it at the moment, or HTTPS is off.';
    case 'other_machine':
      return 'the answer is not of the server that issued the token: somebody may be in between.';
    case 'plain':
      return 'a proxy in between ends the encryption. Use the address of the server itself.';
    case 'unknown':
      return 'no token was created there.';
    default:
      return `its program does not fit to this one (${error.reason}).`;
  }
}
