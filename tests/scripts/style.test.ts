import { expect, it } from 'vitest';
import { bareCode, isCode, listFiles, textOf } from '../../scripts/graph/tree.ts';

const files = listFiles().filter(isCode);
const namesIn = (file: string): string[] => bareCode(textOf(file)).match(/[A-Za-z_]\w*/g) ?? [];

/** Files that declare fields of messages, rows and stored states. */
const declaresFields = (file: string): boolean =>
  file.startsWith('contract/') ||
  file.endsWith('.table.ts') ||
  ['terminal/offline/mediaStore.ts', 'server/platform/clock/clockFile.ts'].includes(file);

it('only fields of messages, rows and stored states have their unit in snake case', () => {
  const fields = new Set([
    ...files.filter(declaresFields).flatMap(namesIn),
    // Parameters of faults, and the cell of an input.
    ...['jump_s', 'total_mb', 'input_debounce_ms'],
  ]);
  const found = files
    .filter((file) => /^(server|src|terminal)\//.test(file))
    .flatMap((file) =>
      [...new Set(namesIn(file))]
        .filter((name) => /^[a-z]\w*_(us|ms|s|mb)$/.test(name) && !fields.has(name))
        .map((name) => `${file}: ${name}`),
    );
  expect(fields.size).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});

it('no field of a schema or table has its unit in camel case', () => {
  const found = files
    .filter(declaresFields)
    .flatMap((file) =>
      [
        ...bareCode(textOf(file)).matchAll(/\b([a-z]\w*(?:Us|Ms)): (?:z\b|count\b|us\b|integer\(|bigint\()/g),
      ].map(([, name]) => `${file}: ${name}`),
    );
  expect(found).toEqual([]);
});

it('private members are #private; the keyword is for constructors', () => {
  const found = files.filter((file) =>
    /^\s*(?:private(?! constructor)|protected) /m.test(bareCode(textOf(file))),
  );
  expect(found).toEqual([]);
});
