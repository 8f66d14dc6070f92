import { expect, test } from '@playwright/test';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { buildTree, type Tree, treeWithEntity } from '../support/newEntity.ts';

/** A new entity is what docs/architecture.md#walk-5-a-new-entity says, in a copy of the tree. */
let tree: Tree;
let server: TestServer;
test.beforeAll(async () => {
  // Builds the console of the copy.
  test.setTimeout(300_000);
  tree = treeWithEntity();
  await buildTree(tree);
  server = await startServer({ root: tree.folder });
});
test.afterAll(async () => {
  await server?.stop();
  tree?.remove();
});

const password = 'Correct-Horse-2';
const refusal = (code: number) => expect.objectContaining({ message: expect.stringContaining(String(code)) });

test('a new entity is added in 8 files and 150 lines at most', () => {
  expect(tree.files).toBeLessThanOrEqual(8);
  expect(tree.lines).toBeLessThanOrEqual(150);
});

test('the rights of a new entity hold: by role and by zone; its changes are recorded', async () => {
  const admin = new ApiClient(server.url);
  await admin.login('admin', server.adminPassword);
  const made = (path: string, body: object) => admin.post<{ id: number }>(`/v1/${path}`, body);
  const [north, south] = [
    (await made('partition', { name: 'North', code: 'NORTH', parent_id: 1 })).id,
    (await made('partition', { name: 'South', code: 'SOUTH', parent_id: 1 })).id,
  ];
  const keys = ['list_siren', 'create_siren', 'edit_siren'];
  const [reader, writer] = [
    (await made('role', { code: 'reader', name: 'Reader', permissions: ['list_siren'] })).id,
    (await made('role', { code: 'writer', name: 'Writer', permissions: keys })).id,
  ];
  const as = async (code: string, role_id: number, zone: number) => {
    await made('user', { code, name: code, password, role_id, groups: [zone] });
    const client = new ApiClient(server.url);
    await client.login(code, password);
    return client;
  };
  const writing = await as('northwriter', writer, north);
  const reading = await as('northreader', reader, north);
  const other = await as('southwriter', writer, south);
  const body = { name: 'Roof', org: north };
  const { id } = await writing.post<{ id: number }>('/v1/siren', body);
  expect(await reading.get(`/v1/siren/${id}`)).toMatchObject(body);
  await expect(reading.patch(`/v1/siren/${id}`, { name: 'Tower' })).rejects.toEqual(refusal(403));
  await expect(other.get(`/v1/siren/${id}`)).rejects.toEqual(refusal(404));
  await expect(other.patch(`/v1/siren/${id}`, { name: 'Mine' })).rejects.toEqual(refusal(404));
  await expect(writing.patch(`/v1/siren/${id}`, { org: south })).rejects.toEqual(refusal(404));
  expect((await other.get<{ total: number }>('/v1/siren')).total).toBe(0);
  const log = await admin.get<{ rows: { entity_id: number }[] }>('/v1/audit?entity=siren');
  const ofRow = log.rows.filter((row) => row.entity_id === id);
  expect(ofRow).toMatchObject([{ account_code: 'northwriter', action: 'create' }]);
});

test('the screen of a new entity shows rows live, creates them, and imports a table', async ({ page }) => {
  const admin = new ApiClient(server.url);
  await admin.login('admin', server.adminPassword);
  await admin.post('/v1/partition', { name: 'East', code: 'EAST', parent_id: 1 });
  await admin.post('/v1/siren', { name: 'Roof', org: 1 });
  await openConsole(page, server, '/menu_siren');
  await expect(page.getByRole('link', { name: 'Sirens' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Roof' }).first()).toBeVisible();
  await admin.post('/v1/siren', { name: 'Harbour', org: 1 });
  await expect(page.getByRole('rowheader', { name: 'Harbour' })).toBeVisible();

  await page.getByRole('button', { name: 'Import / export' }).click();
  await page.getByRole('menuitem', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import: Sirens' });
  const buffer = Buffer.from('name,zone,desc\nStation,EAST,By the clock\nHarbour,,Old pier\n');
  await dialog
    .getByTestId('import-input')
    .setInputFiles({ name: 'sirens.csv', mimeType: 'text/csv', buffer });
  await expect(dialog.getByRole('status').filter({ hasText: '1 new' })).toBeVisible();
  await dialog.getByRole('button', { name: /^Import \d/ }).click();
  await expect(dialog.getByText('Everything was imported.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('rowheader', { name: 'Station' })).toBeVisible();
  expect(await admin.get('/v1/siren?q=Old')).toMatchObject({ rows: [{ name: 'Harbour', desc: 'Old pier' }] });

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Sirens' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Mill');
  await form.getByRole('combobox', { name: 'Zone' }).click();
  await page.getByRole('option', { name: 'East' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('rowheader', { name: 'Mill' })).toBeVisible();
  expectNoComplaints(page);
});
