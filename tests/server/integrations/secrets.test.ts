import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createIntegrations } from '../../../server/edge/integrations/integrations.ts';
import { openSecretBox } from '../../../server/platform/dataFolder/secretBox.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';
import { tables } from '../setup/tables.ts';

/** Secrets that the server must be able to read are encrypted in its database. */
let site: TestApp;
let token: string;
let other: string;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
  other = mkdtempSync(join(tmpdir(), 'tocsin-keys-'));
});
afterAll(async () => {
  await site.close();
  rmSync(other, { recursive: true });
});
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const form = { name: 'Building', kind: 'webhook_out', url: 'http://192.0.2.1/hook', secret };
const make = async (name: string) => {
  const answer = await site.call('POST', '/v1/integration', { token, body: { ...form, name } });
  expect(answer.body).toMatchObject({ code: 200, value: { has_secret: true } });
  return (answer.body.value as { id: number }).id;
};
const execute = (text: string) => site.database.db.execute(sql.raw(text));
const stored = async (id: number) =>
  (await execute(`select secret from integration where id = ${id}`)).rows[0]?.secret as string;
/** All rows of all tables as one text. */
async function everything(): Promise<string> {
  const { rows } = await execute(
    `select string_agg(query_to_xml('select * from "' || tablename || '"', false, false, '')::text, '') as text
     from pg_tables where schemaname = 'public'`,
  );
  return String(rows[0]?.text);
}
const noNote = ({ message }: Error) => expect.unreachable(message);
/** Integrations after a restart, with the keys of that folder. */
async function nextStart(dataDir: string, faults: object[]) {
  const next = await createIntegrations({
    ...site.deps,
    env: { TELEPHONE_PORT: 0, TELEPHONE_TLS_PORT: 0, TELEPHONE_RTP_PORT: 0 },
    secretBox: openSecretBox(dataDir, () => {}),
    faults: { open: (fault: object) => faults.push(fault), resolve() {}, drop() {} } as never,
    policy: { check: async () => {} } as never,
    planOf: () => undefined,
    alarms: {} as never,
    phone: { stations: site.deps.terminals } as never,
    files: site.deps.media.files.library,
  });
  ends.push(next.close);
}

test('the secret of an integration is not in the database, and its key is readable by the owner only', async () => {
  const id = await make('Fire panel');
  await site.call('PATCH', `/v1/integration/${id}`, { token, body: { secret, name: 'Panel' } });
  const all = await everything();
  expect(all).toContain('Panel');
  expect(all).not.toContain(secret.slice(6));
  const keys = join(site.deps.env.DATA_DIR, 'keys');
  expect(readdirSync(keys)).toEqual(['secrets.key']);
  expect(statSync(join(keys, 'secrets.key')).mode & 0o777).toBe(0o600);
  expect(statSync(keys).mode & 0o777).toBe(0o700);
});

test('a secret of an older version is encrypted at the start, and unchanged', async () => {
  const id = await make('Old');
  await execute(`update integration set secret = '${secret}' where id = ${id}`);
  const faults: object[] = [];
  await nextStart(site.deps.env.DATA_DIR, faults);
  const now = await stored(id);
  expect(now).not.toContain(secret.slice(6));
  const box = openSecretBox(site.deps.env.DATA_DIR, noNote);
  expect(box.open(now, 'integration.secret')).toBe(secret);
  expect(faults).toEqual([]);
});

test('without the key a secret must be entered again, which is reported; the stored one is kept until then', async () => {
  const id = await make('Restored');
  const sealed = await stored(id);
  const faults: object[] = [];
  await nextStart(other, faults);
  expect(faults).toContainEqual(expect.objectContaining({ kind: 'integration', subject: String(id) }));
  const read = async () => (await site.call('GET', `/v1/integration/${id}`, { token })).body.value;
  await expect.poll(read).toMatchObject({ last_error: 'integration.secretLost' });
  expect(await stored(id)).toBe(sealed);
  const again = await site.call('PATCH', `/v1/integration/${id}`, { token, body: { secret } });
  expect(again.body).toMatchObject({ code: 200, value: { has_secret: true, last_error: '' } });
});

test('a sealed secret opens only with its key, in its column, and unchanged; a damaged key file is set aside', () => {
  const box = openSecretBox(other, noNote);
  const sealed = box.seal('word', 'integration.secret');
  expect(openSecretBox(other, noNote).open(sealed, 'integration.secret')).toBe('word');
  expect(box.open(sealed, 'radio.url')).toBeNull();
  const at = sealed.length - 2;
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  for (const bad of [changed, sealed.slice(0, 30), 'word', ''])
    expect(box.open(bad, 'integration.secret')).toBeNull();
  expect([box.isSealed(sealed), box.isSealed(secret)]).toEqual([true, false]);
  expect(box.seal('word', 'integration.secret')).not.toBe(sealed);

  writeFileSync(join(other, 'keys', 'secrets.key'), 'half');
  const notes: string[] = [];
  const fresh = openSecretBox(other, ({ message }) => notes.push(message));
  expect(fresh.open(sealed, 'integration.secret')).toBeNull();
  expect(notes).toEqual([expect.stringContaining('damaged')]);
  expect(readdirSync(join(other, 'keys'))).toHaveLength(2);
});

/** Columns with names like secrets: each is declared as hash, encrypted, or no secret. */
const columns: Record<string, 'hash' | 'encrypted' | 'no secret'> = {
  'account.password_hash': 'hash',
  'account.must_change_password': 'no secret',
  'partition.password_hash': 'hash',
  'login_proof.token_hash': 'hash',
  'login_session.token_hash': 'hash',
  'talk_link.secret_hash': 'hash',
  'terminal.secret_hash': 'hash',
  'terminal.exposed_secret': 'hash',
  'terminal.foreign_secret': 'encrypted',
  'caster_account.password_hash': 'hash',
  'integration.secret': 'encrypted',
  'integration.pins': 'hash',
  'idempotency_key.key_hash': 'hash',
  'id_block.token': 'no secret',
  'relay.public_key': 'no secret',
  'preference.key': 'no secret',
  'preset_text.speech_key': 'no secret',
  'setting.key': 'no secret',
  'upgrade_file.signer_key': 'no secret',
};

test('every column with a name like a secret is declared', () => {
  const found = tables
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => `${getTableName(table)}.${column.name}`),
    )
    .filter((name) =>
      /\..*(secret|passw|pass_|token|credential|private|community|auth|pins?$|key)/.test(name),
    );
  expect(found.filter((name) => !(name in columns))).toEqual([]);
  expect(Object.keys(columns).filter((name) => !found.includes(name))).toEqual([]);
});

test('a connection with another address has to be given its password again', async () => {
  const body = { name: 'Broker', kind: 'mqtt', url: 'mqtts://tocsin@192.0.2.1/school', secret: 'a password' };
  const made = await site.call('POST', '/v1/integration', { token, body: { ...body, enabled: false } });
  const { id } = made.body.value as { id: number };
  const patch = async (change: object) =>
    (await site.call('PATCH', `/v1/integration/${id}`, { token, body: change })).body;
  expect(await patch({ url: 'mqtts://tocsin@192.0.2.1/other' })).toMatchObject({
    value: { has_secret: true },
  });
  expect(await patch({ url: 'mqtts://tocsin@192.0.2.2/other' })).toMatchObject({
    value: { has_secret: false },
  });
  expect(await stored(id)).toBeNull();
  const typed = { url: 'mqtts://tocsin@192.0.2.3', secret: 'another one' };
  expect(await patch(typed)).toMatchObject({ value: { has_secret: true } });

  const manager = { name: 'Manager', kind: 'snmp', url: 'snmp://192.0.2.1', secret: 'community' };
  const next = await site.call('POST', '/v1/integration', { token, body: { ...manager, enabled: false } });
  const refused = await site.call('PATCH', `/v1/integration/${(next.body.value as { id: number }).id}`, {
    token,
    body: { url: 'snmp://192.0.2.2' },
  });
  expect(refused.body).toMatchObject({ code: 400, key: 'common.invalidRequest' });
});
