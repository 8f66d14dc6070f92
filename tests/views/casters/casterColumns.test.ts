import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { taskType } from '../../../contract/codes.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import { noCasterAccount } from '../../../contract/entities/terminals/caster.ts';
import { accountText, doingText, reachText } from '../../../src/views/terminals/casters/casterColumns.ts';
import { speechOf } from '../../../src/views/terminals/casters/speech.ts';
import { settingField } from '../../../src/views/terminals/devices/settingText.ts';

const t = ((key: string, params: object = {}) =>
  [key, ...Object.values(params)].join(' ')) as unknown as TFunction;
const zoneName = (id: unknown) => ({ 1: 'North', 2: 'South' })[Number(id)] ?? '';

describe('columns of a caster', () => {
  it('account status tells whether a station can log in', () => {
    expect(accountText(noCasterAccount, t).detail).toBe('caster.withoutPassword');
    expect(accountText({ ...noCasterAccount, has_password: true }, t).detail).toBe('caster.withPassword');
    const disabled = { ...noCasterAccount, has_password: true, disabled: true };
    expect(accountText(disabled, t)).toEqual({ main: 'caster.disabled', detail: '' });
  });

  it('zones are listed by name; hidden ones are counted', () => {
    const context = { t, zoneName };
    expect(reachText({ ...noCasterAccount, org: 1 }, context)).toBe('caster.ownZone');
    expect(reachText({ ...noCasterAccount, org: 1, orgs: [1, 2, 9] }, context)).toBe(
      'Northkit.listCommaSouthkit.listCommaaccounts.otherZones 1',
    );
  });

  it('the activity is shown, and nothing while offline', () => {
    const status = { state: 'talking' as const, peer: 'Gate', level_db: -20 };
    expect(doingText({ online: true, status }, t)).toEqual({ main: 'caster.state.talking', detail: 'Gate' });
    expect(doingText({ online: false, status }, t)).toEqual({ main: '', detail: '—' });
    expect(doingText({ online: true, status: { ...status, state: 'idle' } }, t).main).toBe('');
  });

  it('a page is shown by the broadcast that the caster started, with its name', () => {
    const page = {
      task_type: taskType.casterShout,
      started_by: 'Front desk',
      sounding: 3,
      targets: 4,
      started_at: 50,
    } as BroadcastLive;
    const desk = { id: 5, name: 'Desk', dev_name2: 'Front desk' };
    expect(speechOf(desk, [], [page])).toMatchObject({ kind: 'page', sounding: 3, targets: 4, since: 50 });
    expect(speechOf({ ...desk, dev_name2: '' }, [], [page])).toBeNull();
  });
});

describe('field of a terminal in the merge view', () => {
  const field = (name: string) =>
    settingField(name, { t, zoneName, accountName: (id) => `account ${id}`, fileGroupName: String });
  it('has a label and a readable value, not the stored one', () => {
    expect(field('call_mode')).toMatchObject({ label: 'logs.fields.call_mode' });
    expect(field('call_mode').text('low_latency')).toBe('codes.callMode.low_latency');
    expect(field('channel_names').text(['Stage', ''])).toBe('Stagekit.listCommacapturer.channelN 2');
    const input = { name: '', contact: 'normally_closed', debounce_ms: 200, supervised: true };
    expect(field('inputs').text([input])).toBe(
      'fire.inputN 1 (codes.inputContact.normally_closedkit.listComma200 mskit.listCommafire.supervised)',
    );
    expect(field('user_id').text(7)).toBe('account 7');
    expect(field('callee').text('')).toBe('common.none');
  });

  it('the zones that a caster may page merge both changes', () => {
    expect(field('orgs')).toMatchObject({ isList: true });
    expect(field('orgs').text(2)).toBe('South');
    expect(field('org').isList).toBeUndefined();
  });
});
