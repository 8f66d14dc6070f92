import { parseArgs } from 'node:util';
import { askToken } from '../server/platform/machines/askToken.ts';
import { makePrivateKey, readToken } from '../server/platform/machines/machineKeys.ts';
import { StartError } from '../server/platform/process/startError.ts';
import { type RelayRecord, readRecord, writeRecord } from './relayRecord.ts';
import { dialServer } from './server/dialServer.ts';

const USAGE =
  'Usage: npm run relay -- --server https://CENTRE:8443\n' +
  'An administrator of all zones creates the token in the console of the server: System settings, Relays.';

/**
 * Reads the record of this relay; the first time it joins the server with a one-time token, typed or from the standard
 * input.
 *
 * @throws StartError when the server refuses or cannot be reached
 */
export async function joinServer(args: readonly string[], dataDir: string): Promise<RelayRecord> {
  const given = addressOf(args);
  const known = readRecord(dataDir);
  if (known !== null) {
    if (given === null || given === known.server) return known;
    const moved = { ...known, server: given };
    writeRecord(dataDir, moved);
    return moved;
  }
  if (given === null) throw new StartError(`The address of the server is missing.\n${USAGE}`);
  const typed = await askToken('Token of the server: ');
  const token = readToken(typed ?? '');
  if (token === null) throw new StartError(`The token has 32 digits 0–9 and a–f.\n${USAGE}`);
  const private_key = makePrivateKey();
  try {
    const { socket, welcome } = await dialServer(given, { privateKey: private_key, serverKey: null, token });
    socket.close();
    const record = { private_key, server_key: welcome.public_key, server: given, name: welcome.name };
    writeRecord(dataDir, record);
    return record;
  } catch (error) {
    throw new StartError(`The server ${given} cannot be joined: ${(error as Error).message}`, undefined, {
      cause: error,
    });
  }
}

/** Address of the server in the arguments; null: none is given. @throws StartError when it is no address */
function addressOf(args: readonly string[]): string | null {
  let server: string | undefined;
  try {
    server = parseArgs({ args: [...args], options: { server: { type: 'string' } } }).values.server;
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`);
  }
  if (server === undefined) return null;
  const url = URL.parse(server.includes('://') ? server : `https://${server}`);
  if (url === null || url.protocol !== 'https:')
    throw new StartError(`--server ${server}: not an address such as https://192.168.1.10:8443\n${USAGE}`);
  return url.origin;
}
