import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { GroupPanel } from '../../../src/views/media/files/GroupPanel.tsx';
import { fileGroups } from '../../../src/views/media/files/groupKind.ts';
import { useGroupActions } from '../../../src/views/media/files/useGroupActions.tsx';
import { useOwner } from '../../../src/views/shared/media/useOwner.ts';
import { createTestProviders } from '../testProviders.tsx';

const ofSite = { id: 1, name: 'Bells', org: null, position: 1, rev: 1 };
const own = { id: 2, name: 'Ours', org: 5, position: 2, rev: 1 };
const groups = [ofSite, own];

function Probe() {
  const owner = useOwner();
  const actions = useGroupActions(groups, () => 0);
  const menu = groups.flatMap((group, index) =>
    actions
      .menuOf(index)
      .map((one) => `${group.name} ${one.key}: ${one.reason ?? (one.disabled ? 'at the end' : 'may')}`),
  );
  return (
    <>
      <pre data-testid="menu">{menu.join('\n')}</pre>
      <pre data-testid="create">{String(owner.createReason)}</pre>
      <pre data-testid="upload">{String(owner.groupReason(undefined))}</pre>
      <pre data-testid="first">{String(owner.first)}</pre>
      <GroupPanel
        kind={fileGroups}
        counts={{ all: 0, byGroup: new Map() }}
        chosen={undefined}
        onChoose={() => {}}
        actions={actions}
        onMove={undefined}
        order={{ label: 'Order', reason: owner.siteReason, onPress: () => {} }}
      />
    </>
  );
}
let stop = () => {};
afterEach(() => stop());
function show(account: { whole_site: boolean; all_zones: boolean; groups: number[] }) {
  const providers = createTestProviders({ account });
  stop = providers.app.start();
  render(
    <providers.Providers>
      <Probe />
    </providers.Providers>,
  );
}
const text = (id: string) => screen.getByTestId(id).textContent?.split('\n');

it('an account of one zone sees why it cannot change items of the whole site', () => {
  show({ whole_site: false, all_zones: false, groups: [5] });
  const notOwn = 'Belongs to the whole site: only accounts for all zones can edit it';
  const order = 'The order applies to the whole site: only accounts for all zones can change it';
  expect(text('first')).toEqual(['5']);
  expect(text('menu')).toEqual([
    `Bells rename: ${notOwn}`,
    `Bells up: ${order}`,
    `Bells down: ${order}`,
    `Bells delete: ${notOwn}`,
    'Ours rename: may',
    `Ours up: ${order}`,
    `Ours down: ${order}`,
    'Ours delete: may',
  ]);
  const button = screen.getByRole('button', { name: 'Order' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.title).toBe(order);
});

it('an account without a zone sees why it can create nothing, and proposes nothing of the whole site', () => {
  show({ whole_site: false, all_zones: false, groups: [] });
  const noZone = 'Your account has no zone. An administrator can assign one';
  expect(text('create')).toEqual([noZone]);
  expect(text('upload')).toEqual([noZone]);
  const add = screen.getByRole('button', { name: 'New group' });
  expect(add.getAttribute('aria-disabled')).toBe('true');
  expect(add.title).toBe(noZone);
});

it('an account of the whole site may change all items', () => {
  show({ whole_site: true, all_zones: false, groups: [1] });
  expect(text('first')).toEqual(['null']);
  expect(text('menu')?.filter((line) => line.endsWith(': may'))).toHaveLength(6);
  expect(screen.getByRole('button', { name: 'Order' }).getAttribute('aria-disabled')).toBeNull();
});
