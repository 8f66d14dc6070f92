import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { handOverDataDir } from '../platform/dataFolder/dataDir.ts';
import { requestHttp } from '../platform/httpsOnly/allowHttp.ts';
import { readEnv, settingDocs } from '../platform/process/env.ts';
import { runMain, StartError } from '../platform/process/startError.ts';

/**
 * `npm run settings`: prints all settings with default and meaning, as the table of the README.
 * `npm run settings -- --allow-http`: allows plain HTTP again on a site that is reached by HTTPS only.
 */
async function main(): Promise<void> {
  if (allowsHttp(process.argv.slice(2))) allowHttp();
  else printSettings();
}

function allowsHttp(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { 'allow-http': { type: 'boolean', default: false } } }).values[
      'allow-http'
    ];
  } catch (error) {
    throw new StartError(`${(error as Error).message}\nUsage: npm run settings -- --allow-http`);
  }
}

/** Works without the database and without a running server: the data folder holds what was asked for. */
function allowHttp(): void {
  const { DATA_DIR } = readEnv(process.env);
  if (!existsSync(DATA_DIR))
    throw new StartError(`There is no data folder ${DATA_DIR}: no server was started there.`);
  requestHttp(DATA_DIR);
  handOverDataDir(DATA_DIR);
  console.log('Plain HTTP is allowed again: within seconds if the server runs, else from its next start on.');
}

function printSettings(): void {
  console.log('| Setting | Default | Meaning |\n|---|---|---|');
  for (const setting of settingDocs()) {
    console.log(`| \`${setting.name}\` | ${setting.default} | ${setting.text} |`);
  }
}

await runMain(main);
