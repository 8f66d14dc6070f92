import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverage } from './coverage.ts';

const root = join(import.meta.dirname, '..', '..');
const sections = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const done = coverage.filter(([, , file]) => file !== null);
const open = coverage.filter(([, , file]) => file === null);

describe('the specification, item by item', () => {
  it('has items of every section, and none twice', () => {
    expect([...new Set(coverage.map(([section]) => section))]).toEqual(sections);
    const names = coverage.map(([section, item]) => `${section} ${item}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it.each(sections)('spec %s: every listed file exists and contains its marker', (section) => {
    const texts = new Map<string, string>();
    const wrong: string[] = [];
    for (const [of, item, file, marker] of done) {
      if (of !== section || file === null) continue;
      const path = join(root, file);
      if (!existsSync(path)) {
        wrong.push(`${item}: ${file} does not exist`);
        continue;
      }
      const text = texts.get(file) ?? readFileSync(path, 'utf8');
      texts.set(file, text);
      if (marker !== undefined && !text.includes(marker)) wrong.push(`${item}: ${file} lacks ${marker}`);
    }
    expect(wrong).toEqual([]);
  });

  it('prints the open items', () => {
    const lines = open.map(([section, item]) => `  ${section}  ${item}`);
    console.info(`${done.length} of ${coverage.length} items have a file; open:\n${lines.join('\n')}`);
    expect(done.length + open.length).toBe(coverage.length);
  });
});
