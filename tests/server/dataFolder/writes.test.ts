import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** The writer itself. */
const WRITER = 'server/platform/dataFolder/writeDurably.ts';
/** Calls that write, rename or copy a file, and those that open one for writing. */
const WRITES =
  /(?<![.\w])(?:writeFile|appendFile|rename|copyFile|cp|createWriteStream|writeFileSync|appendFileSync|renameSync|copyFileSync|cpSync)\(|\b(?:open|openSync)\(.*'(?:w|wx|a|ax|r\+|w\+|a\+)'/;
/** Lines above a call within which its reason stands. */
const NEAR = 3;

/** Writes of a source that neither use the durable writer nor give a reason, by line. */
function unexplained(source: string): number[] {
  const lines = source.split('\n');
  return lines.flatMap((line, i) => {
    const isCode = !/^\s*(\*|\/\/|\/\*)/.test(line);
    const reason = lines.slice(Math.max(0, i - NEAR), i + 1).some((one) => /Plain write: \S/.test(one));
    return isCode && WRITES.test(line) && !reason ? [i + 1] : [];
  });
}

test('every write of the server is durable or gives its reason', () => {
  expect(unexplained("await writeFile(path, 'x');")).toEqual([1]);
  expect(unexplained("const file = await open(path, 'wx', 0o600);")).toEqual([1]);
  expect(unexplained('renameSync(a, b);')).toEqual([1]);
  expect(unexplained("await open(path, 'r');\nawait writeDurably(path, [x]);")).toEqual([]);
  expect(unexplained("// Plain write: removed at once.\nawait writeFile(path, 'x');")).toEqual([]);

  const found = readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => name !== WRITER)
    .flatMap((name) => unexplained(readFileSync(join(root, name), 'utf8')).map((line) => `${name}:${line}`));
  expect(found).toEqual([]);
});
