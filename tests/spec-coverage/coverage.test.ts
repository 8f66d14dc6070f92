import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverage } from './coverage.ts';
import type { CoverageItem } from './items/item.ts';

const tests = join(import.meta.dirname, '..');
const sections = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const open = coverage.filter(([, , test]) => test === null);

/** Characters before a title that hold the call of the test, and not the test before it. */
const CALL = 40;
const quotes = ["'", '"', '`'];

/** Call of a test that is skipped, or that only `npm run long` runs. */
const notRun = /\.(skip|fixme|todo|fails?)\(\s*$|\bif \(isLong\)\s+(it|test)(\.\w+(\([^)]*\))?)*\(\s*$/;

/** Tells whether a text calls a test of this title, and runs it. */
function runs(text: string, title: string): boolean {
  return quotes.some((quote) => {
    const written = `${quote}${title}${quote},`;
    for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + 1)) {
      const before = text.slice(Math.max(0, at - CALL), at);
      const isArgument = /\(\s*$/.test(before);
      if (isArgument && !notRun.test(before)) return true;
    }
    return false;
  });
}

/** Describes the fault of the test that an item names; null: none. */
function faultOf([, , test, title, names]: CoverageItem, read: (file: string) => string): string | null {
  if (test === null) return null;
  if (!/^(?!spec-coverage|\.).*\.test\.tsx?$/.test(test)) return `${test} is no file of tests`;
  if (test.endsWith('.long.test.ts')) return `${test} is not part of npm test`;
  if (!existsSync(join(tests, test))) return `${test} does not exist`;
  if (title === undefined || !runs(read(test), title)) return `${test} runs no test "${title}"`;
  return names === undefined || read(test).includes(names) ? null : `${test} does not name ${names}`;
}

describe('the specification, item by item', () => {
  it('has items of every section, and none twice', () => {
    expect([...new Set(coverage.map(([section]) => section))]).toEqual(sections);
    const names = coverage.map(([section, item]) => `${section} ${item}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it.each(sections)('spec %s: the test of every item exists and is run', (section) => {
    const texts = new Map<string, string>();
    const read = (file: string) => {
      const text = texts.get(file) ?? readFileSync(join(tests, file), 'utf8');
      texts.set(file, text);
      return text;
    };
    const wrong = coverage.flatMap((one) => {
      const fault = one[0] === section ? faultOf(one, read) : null;
      return fault === null ? [] : [`${one[1]}: ${fault}`];
    });
    expect(wrong).toEqual([]);
  });

  it('a file of the product, a missing test, a skipped one and one of `npm run long` are no coverage', () => {
    const text = `test('runs', () => {}); it.each([1])('of %s', () => {}); test.skip('rests', () => {}); log('said'); if (isLong)\n  test('takes hours', () => {})`;
    const judged = (title: string) => faultOf(['1', 'x', 'contract/rules.test.ts', title], () => text);
    expect(judged('runs')).toBeNull();
    expect(judged('of %s')).toBeNull();
    expect(judged('rests')).toContain('runs no test');
    expect(judged('takes hours')).toContain('runs no test');
    expect(faultOf(['1', 'x', 'all.long.test.ts', 'runs'], () => text)).toContain('not part of npm test');
    expect(judged('said')).toContain('runs no test');
    expect(judged('absent')).toContain('runs no test');
    expect(faultOf(['1', 'x', '../contract/codes.ts', 'runs'], () => text)).toContain('no file of tests');
    expect(faultOf(['1', 'x', 'none.test.ts', 'runs'], () => text)).toContain('does not exist');
    const named = ['1', 'x', 'contract/rules.test.ts', 'runs', 'of %d'] as const;
    expect(faultOf(named, () => text)).toContain('does not name');
  });

  it('prints the open items', () => {
    const lines = open.map(([section, item]) => `  ${section}  ${item}`);
    const done = coverage.length - open.length;
    console.info(`${done} of ${coverage.length} items have a test; open:\n${lines.join('\n')}`);
    expect(lines).toHaveLength(open.length);
  });
});
