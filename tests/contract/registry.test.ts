import { describe, expect, it } from 'vitest';
import { topicPermissions } from '../../contract/api/permissions.ts';
import { exportFile, transferEntity, transferKinds, transfers } from '../../contract/api/transfer.ts';
import type { Declaration } from '../../contract/entities/declaration.ts';
import { declarations } from '../../contract/entities/registry.ts';

const all: readonly Declaration[] = declarations;
const twice = (texts: readonly string[]) => texts.filter((text, i) => texts.indexOf(text) !== i);

describe('declarations of entities', () => {
  it('no key and no file name twice', () => {
    expect(twice(all.map(({ key }) => key))).toEqual([]);
    expect(twice(transferKinds.map(exportFile))).toEqual([]);
  });

  it('an entity with permission keys has a name for one of it and for many', () => {
    const nameless = all.filter(
      ({ permissions, one, many }) => permissions !== undefined && (one === undefined || many === undefined),
    );
    expect(nameless).toEqual([]);
  });

  it('imported entities have permission keys, their own or those of another entity', () => {
    const keyless = transferKinds.filter(
      (kind) => all.find(({ key }) => key === transferEntity(kind))?.permissions === undefined,
    );
    expect(keyless).toEqual([]);
  });

  it('no column of a file twice, by its key or by its label in any language', () => {
    for (const [kind, { columns }] of Object.entries(transfers)) {
      expect(twice(columns.map(({ key }) => key)), kind).toEqual([]);
      for (const language of ['cn', 'en', 'kr'] as const)
        expect(twice(columns.map(({ label }) => label[language])), kind).toEqual([]);
    }
  });

  it('live rows are opened by the key that lists the entity, unless it names others', () => {
    expect(topicPermissions.quick_code).toEqual(['list_quick_code']);
    expect(topicPermissions.scheduled_task).toEqual(['list_task']);
    expect(topicPermissions.site).toEqual([]);
  });
});
