import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { codeValues, upgradeFeature } from '../contract/codes.ts';
import { packageManifest } from '../contract/protocol/upgradePackage.ts';
import own from '../package.json' with { type: 'json' };
import { makePackage } from './upgradePackage.ts';

const USAGE = `Usage: npm run package-terminal -- --key FILE [options]

  --key FILE      private key that signs it (npm run package-key)
  --version V     what it calls itself (${own.version})
  --feature CODE  kind of terminal: ${codeValues(upgradeFeature).join(', ')} (aoip.p)
  --min-version V terminals with an older version are refused
  --name NAME     what people read
  --out FILE      (terminal-V.tocsin)
`;

/** Entry of the program, which is packed whole: a version in a slot can load no other files, only packages. */
const ENTRY = fileURLToPath(new URL('../terminal/headless/main.ts', import.meta.url));

/**
 * The headless terminal as one ES module. Native modules are not in it: they are the installation's, which the slot finds
 * (docs/decisions/0070).
 */
export async function bundleTerminal(version: string): Promise<Buffer> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    define: { TOCSIN_VERSION: JSON.stringify(version) },
    ssr: { noExternal: true },
    build: {
      ssr: ENTRY,
      write: false,
      target: 'node24',
      rolldownOptions: { external: [/^node-av/], output: { format: 'es', codeSplitting: false } },
    },
  });
  const outputs = [made].flat().flatMap((one) => ('output' in one ? one.output : []));
  const chunks = outputs.filter((one) => one.type === 'chunk');
  const [program] = chunks;
  if (program === undefined || outputs.length > 1)
    throw new Error(`the terminal is not one file: ${outputs.map(({ fileName }) => fileName)}`);
  return Buffer.from(program.code);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      key: { type: 'string' },
      version: { type: 'string', default: own.version },
      feature: { type: 'string', default: upgradeFeature.soundColumn },
      'min-version': { type: 'string' },
      name: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.key === undefined) {
    process.stdout.write(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const { version } = values;
  const about = packageManifest.omit({ size: true, sha256: true }).parse({
    ...{ version, name: values.name ?? `Tocsin terminal ${version}`, feature_code: values.feature },
    ...(values['min-version'] === undefined ? {} : { min_version: values['min-version'] }),
  });
  const payload = gzipSync(await bundleTerminal(version));
  const bytes = makePackage(about, payload, readFileSync(values.key, 'utf8'));
  const out = values.out ?? `terminal-${version}.tocsin`;
  writeFileSync(out, bytes);
  process.stdout.write(`${out}: ${about.name}, ${about.feature_code}, ${bytes.length} bytes\n`);
}

if (import.meta.main)
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
