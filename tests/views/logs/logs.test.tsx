import { fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import type { AuditRow } from '../../../contract/entities/site/audit.ts';
import { fromLocal, toLocal } from '../../../src/views/kit/time/siteTime.ts';
import { AuditPanel } from '../../../src/views/logs/AuditPanel.tsx';
import { changesOf } from '../../../src/views/shared/logs/auditChanges.ts';
import { auditWords, changeText } from '../../../src/views/shared/logs/auditWords.ts';
import { createTestProviders } from '../testProviders.tsx';

const row = (more: Partial<AuditRow>): AuditRow => ({
  id: 1,
  at: 1_700_000_000,
  account_id: 1,
  account_code: 'anna',
  client_ip: '10.0.0.7',
  action: 'edit',
  entity: 'device',
  entity_id: 4,
  before: null,
  after: null,
  ...more,
});
const words = auditWords(i18next.t, {
  zone: (id) => ({ 1: 'North', 2: 'South' })[id],
  device: (id) => (id === 4 ? 'Hall' : undefined),
});

describe('changes of an audit log entry', () => {
  it('omit unchanged fields, and list added and removed items', () => {
    const changes = changesOf({
      before: { name: 'A', ao_volume: 20, groups: [1, 3], rev: 1 },
      after: { name: 'A', ao_volume: 40, groups: [1, 2], rev: 2 },
    });
    expect(changes).toEqual([
      { field: 'ao_volume', kind: 'value', before: 20, after: 40 },
      { field: 'groups', kind: 'list', joined: [2], left: [3] },
    ]);
    expect(changes.map((one) => changeText(one, words))).toEqual([
      'Play volume: 20 → 40',
      'Zones: + South − 3',
    ]);
  });

  it('of a created or deleted entity list all of its fields', () => {
    expect(changesOf({ before: null, after: { name: 'A', org: 1 } })).toHaveLength(2);
    expect(changesOf({ before: { name: 'A', permissions: ['list_device'] }, after: null })).toEqual([
      { field: 'name', kind: 'value', before: 'A', after: null },
      { field: 'permissions', kind: 'list', joined: [], left: ['list_device'] },
    ]);
  });

  it('of a created entity have readable codes and field names, and only set fields', () => {
    const after = { name: 'Bell', audio_source: 0, url: null, files: [], loop: 1, seed: 7 };
    expect(changesOf({ before: null, after }).map((one) => changeText(one, words))).toEqual([
      'Name: Bell',
      'Source: Media file',
      'Loop mode: List loop',
    ]);
    expect(words.entity('scheduled_task')).toBe('Scheduled task');
  });

  it('of a long list are abbreviated; unknown fields and keys are shown as stored', () => {
    const change = {
      field: 'permissions',
      kind: 'list',
      left: [],
      joined: ['list_device', 'x', 'y', 'z'],
    } as const;
    expect(changeText(change, words)).toBe('Permissions: + Devices: View, x, y … (4)');
    expect(words.field('new_thing')).toBe('new_thing');
    expect(words.subject(row({}))).toBe('Hall');
    expect(words.subject(row({ entity: 'task' }))).toBe('#4');
  });

  it('the panel shows both sides, and the address only with the right', () => {
    const { Providers } = createTestProviders();
    const onFilter = vi.fn();
    const panel = (seesAddress: boolean) => (
      <Providers>
        <AuditPanel
          row={row({ before: { name: 'Hall' }, after: { name: 'قاعة' } })}
          words={words}
          seesAddress={seesAddress}
          onFilter={onFilter}
          onClose={() => {}}
        />
      </Providers>
    );
    const { rerender } = render(panel(false));
    expect(screen.getByRole('row', { name: 'Name Hall قاعة' })).toBeTruthy();
    expect(screen.queryByText(/10\.0\.0\.7/)).toBeNull();
    rerender(panel(true));
    expect(screen.getByText(/10\.0\.0\.7/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'This subject only' }));
    expect(onFilter).toHaveBeenCalledWith({ entity: 'device', entity_id: 4 });
  });
});

describe("times of a filter are in the site's time zone", () => {
  it('formatted times are parsed back unchanged, on both sides of a clock change', () => {
    for (const zone of ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'])
      for (const seconds of [1_700_000_000, 1_711_846_799, 1_711_846_800, 1_729_990_799, 1_730_000_000])
        expect(toLocal(fromLocal(toLocal(seconds, zone), zone), zone), zone).toBe(toLocal(seconds, zone));
    expect(fromLocal('2023-11-15T06:13:20', 'Asia/Shanghai')).toBe(1_700_000_000);
    expect(fromLocal('', 'Asia/Shanghai')).toBeUndefined();
    expect(toLocal(undefined, 'Asia/Shanghai')).toBe('');
  });
});
