import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type BackupOverview, backupDefaults } from '../../../contract/entities/site/backup.ts';
import { Backups } from '../../../src/views/system/backup/Backups.tsx';
import { eventually } from '../../support/eventually.ts';
import { failed, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const name = 'tocsin-20260101T000000Z.tar';
/** Of another server. */
const foreign = 'tocsin-20250101T000000Z.tar';
const overview: BackupOverview = {
  settings: backupDefaults,
  ...{ next_at: null, free_bytes: null, place_reason: null, job: null, failure: null, trial_failure: null },
  rows: [
    { name, made_at: 0, size: 1, verified: true, trial: 'none', tried_at: null, sha256: 'c0ffee' },
    { name: foreign, made_at: 0, size: 1, verified: false, trial: 'none', tried_at: null, sha256: null },
  ],
};

test('a start that is refused reads the list again: the server says what it does', async () => {
  const { Providers, calls } = createTestProviders({
    answer: ({ path, method }) =>
      path === '/v1/backup' ? (method === 'post' ? failed(999, 'No space') : ok(overview)) : null,
  });
  render(
    <Providers>
      <Backups />
    </Providers>,
  );
  const reads = () => calls.filter(({ path, method }) => path === '/v1/backup' && method === 'get').length;
  const button = await screen.findByRole('button', { name: 'Back up now' });
  const before = reads();
  fireEvent.click(button);
  await eventually(() => expect(reads()).toBeGreaterThan(before));
});

test('a backup is downloaded by its ticket, and the button says its digest', async () => {
  const url = `/v1/backup/${name}/download?ticket=t`;
  const { Providers, calls } = createTestProviders({
    answer: ({ path }) =>
      path === '/v1/backup' ? ok(overview) : path.endsWith('/ticket') ? ok({ url }) : null,
  });
  const opened: (string | null)[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLElement,
  ) {
    opened.push(this.getAttribute('href'));
  });
  render(
    <Providers>
      <Backups />
    </Providers>,
  );
  const button = await screen.findByRole('button', { name: `Download ${name}` });
  expect(button.title).toContain('SHA-256: c0ffee');
  const unknown = screen.getByRole('button', { name: `Download ${foreign}` });
  expect(unknown.title).toContain('Its SHA-256 is unknown');
  fireEvent.click(button);
  await eventually(() => expect(opened).toEqual([url]));
  expect(calls.filter(({ method }) => method === 'post').map(({ path }) => path)).toEqual([
    `/v1/backup/${name}/ticket`,
  ]);
  click.mockRestore();
});
