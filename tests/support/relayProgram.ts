import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerOptions } from './server.ts';

const own = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  scripts: { relay: string };
};
const [, ...words] = own.scripts.relay.split(' ');

/** The program of a relay with the options of Node.js with which `npm run relay` starts it. */
export const relayProgram: Required<Pick<ServerOptions, 'entry' | 'flags'>> = {
  entry: words.at(-1) ?? '',
  flags: words.slice(0, -1),
};
