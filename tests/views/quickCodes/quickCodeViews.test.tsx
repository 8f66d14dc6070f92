import { describe, expect, it } from 'vitest';
import { messages } from '../../../contract/api/errors.ts';
import {
  type QuickCodeLive,
  quickCodeForm,
  quickOutcomes,
} from '../../../contract/entities/tasks/quickCode.ts';
import en from '../../../locales/en.json';
import { valuesOf } from '../../../src/views/tasks/quickCodes/QuickCodeDialog.tsx';
import { quickCodeColumns } from '../../../src/views/tasks/quickCodes/quickCodeColumns.ts';
import { doesText, lastText, quickState } from '../../../src/views/tasks/quickCodes/quickCodeView.ts';

const t = ((key: string, more: object = {}) => [key, ...Object.values(more)].join(' ')) as never;
const known: Record<number, string> = { 1: 'Hall', 2: 'Gym', 3: 'Yard', 4: 'Gate' };
const nameOf = (id: number) => known[id];
const names = {
  ...{ task: nameOf, zone: nameOf, group: nameOf },
  ...{ device: nameOf, station: nameOf, virtual: nameOf },
};
const row = (fields: Partial<QuickCodeLive>) =>
  ({ ...valuesOf(null), running: false, last_outcome: null, last_by: '', ...fields }) as QuickCodeLive;

describe('action of a code', () => {
  it('is described by the names visible to the account', () => {
    expect(doesText(row({ action: 'task', scheduled_task: 1 }), names, t)).toEqual({
      main: 'Hall',
      detail: 'quickCode.agains.stop',
    });
    expect(doesText(row({ action: 'call', virtual_caster: 4 }), names, t).main).toBe('Gate');
    expect(doesText(row({ action: 'call', station: 9 }), names, t).main).toBe('#9');
    const page = row({ action: 'page', orgs: [1, 2], groups: [3], devices: [4] });
    expect(doesText(page, names, t)).toMatchObject({ detail: 'quickCode.more 1' });
  });

  it('is sent without values left over from other actions', () => {
    const filled = { ...valuesOf(null), code: '0012', name: 'A', scheduled_task: 1, orgs: [2], station: 3 };
    expect(quickCodeForm.parse(filled)).toMatchObject({
      code: '0012',
      scheduled_task: 1,
      orgs: [],
      station: null,
    });
    expect(quickCodeForm.parse({ ...filled, action: 'page' })).toMatchObject({
      scheduled_task: null,
      orgs: [2],
    });
    expect(quickCodeForm.parse({ ...filled, action: 'call' })).toMatchObject({ orgs: [], station: 3 });
  });
});

describe('list of quick codes', () => {
  it('shows running codes before ready ones, and disabled ones', () => {
    expect(quickState(row({ running: true, activated: false }))).toBe('code_running');
    expect(quickState(row({}))).toBe('ready');
    expect(quickState(row({ activated: false }))).toBe('code_disabled');
  });

  it('marks a call without a result', () => {
    expect(lastText(row({ last_outcome: 'started', last_by: 'Gate' }), t)).not.toHaveProperty('fault');
    expect(lastText(row({ last_outcome: 'denied', last_by: 'Gate' }), t)).toMatchObject({ fault: true });
  });

  it('has a text for every outcome, and the station one for every reason', () => {
    expect(Object.keys(en.quickCode.outcome).sort()).toEqual([...quickOutcomes].sort());
    for (const outcome of quickOutcomes)
      if (outcome !== 'page' && outcome !== 'call') expect(messages).toHaveProperty([`call.end.${outcome}`]);
  });

  it('sorts digits as numbers, and distinguishes 12 from 0012', () => {
    const column = quickCodeColumns({ t, timeZone: 'UTC', names }).find(({ colId }) => colId === 'code');
    const compare = column?.comparator as (a: string, b: string) => number;
    expect(['0012', '100', '12', '2'].sort(compare)).toEqual(['2', '12', '0012', '100']);
  });
});
