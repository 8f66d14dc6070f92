import { expect, it } from 'vitest';
import { listFiles, textOf } from '../../scripts/graph/tree.ts';

/** Patterns that make a browser test fail at random on a busy machine, by their reason. */
const patterns: readonly (readonly [reason: string, pattern: RegExp])[] = [
  // A filter may still be pending: the row at this place is then another one.
  ['chooses a row by its position', /^(?!.*\bname\b).*getByRole\('checkbox'\)\s*\.(first|last|nth)\(/],
  ['chooses a row by its position', /\.ag-row'?\)\s*\.(first|last|nth)\([^)]*\)\.(click|dblclick|check)\(/],
  ['waits for a fixed time', /\bwaitForTimeout\(|\bsetTimeout\((?!\d)/],
  ['gives an expectation less than a second', /\btimeout: ?\d{1,3}\b/],
];

/** Lists what a text of a browser test should not contain, with its line. */
function faultsOf(file: string, text: string): string[] {
  // A test is given more time by the same name.
  const lines = text.replaceAll('test.setTimeout(', '').split('\n');
  return lines.flatMap((line, i) =>
    patterns.filter(([, pattern]) => pattern.test(line)).map(([reason]) => `${file}:${i + 1} ${reason}`),
  );
}

it('browser tests choose rows by name, and wait for conditions', () => {
  const files = listFiles().filter((file) => /^tests\/e2e\/.*\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(80);
  expect(files.flatMap((file) => faultsOf(file, textOf(file)))).toEqual([]);
});

it('the check knows these faults, and lets a row with a name pass', () => {
  const faulty = [
    "await grid.getByRole('checkbox').first().click();",
    "await page.locator('.ag-row').nth(2).dblclick();",
    'await page.waitForTimeout(500);',
    'await new Promise((done) => setTimeout(done, 500));',
    'await expect(row).toBeVisible({ timeout: 500 });',
  ];
  expect(faultsOf('a', faulty.join('\n'))).toHaveLength(faulty.length);
  const good = [
    "await page.getByRole('row', { name }).getByRole('checkbox').first().check();",
    'test.setTimeout(120_000);',
    'await expect(row).toBeVisible({ timeout: 60_000 });',
  ];
  expect(faultsOf('a', good.join('\n'))).toEqual([]);
});
