import { writeFileSync } from 'node:fs';
import { newPackageKey } from './upgradePackage.ts';

/** `npm run package-key -- FILE`: makes a key that signs upgrade packages (docs/protocols/upgrade-package.md). */
const [path] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write('Usage: npm run package-key -- FILE\n');
  process.exitCode = 1;
} else {
  const { pem, publicKey } = newPackageKey();
  try {
    // An existing key is not overwritten: its signatures could not be verified any more.
    writeFileSync(path, pem, { mode: 0o600, flag: 'wx' });
    process.stdout.write(`${publicKey}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
