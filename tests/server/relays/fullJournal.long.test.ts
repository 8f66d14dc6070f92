import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOURNAL_FILE } from '../../../server/air/journal/journalFile.ts';
import { eventually } from '../../support/eventually.ts';
import { type RelaySite, startRelaySite } from './relaySite.ts';

/** Lines of a cut of days: each alarm makes some twenty. */
const LINES = 5_000;

let site: RelaySite;
beforeAll(async () => {
  site = await startRelaySite();
}, 240_000);
afterAll(() => site.stop(), 60_000);

test('all lines of a long cut are told, the last one once; the time that it took is printed', async () => {
  await site.until('connected');
  await site.relay.end();
  const first = Date.now();
  const lines = Array.from({ length: LINES }, (_, n) => {
    const entry = {
      action: 'login',
      entity: 'relay',
      entity_id: null,
      ip: `10.0.0.${n % 250}`,
      at: first + n,
    };
    const audit = [{ actor: { accountId: null, code: `told-${n}` }, entry }];
    return `${JSON.stringify({ seq: first + n, of: null, part: { audit } })}\n`;
  });
  const file = join(site.relay.dataDir, JOURNAL_FILE);
  await appendFile(file, lines.join(''));
  await site.relay.start();
  const connected = () => site.relay.output().split('connected to the server').length - 1;
  await eventually(() => expect(connected()).toBeGreaterThan(1), { interval: 5 });
  const begun = performance.now();
  await eventually(async () => expect((await stat(file)).size).toBe(0), { interval: 5 });
  const tookS = (performance.now() - begun) / 1000;
  process.stdout.write(`${LINES} lines of a relay were stored after ${tookS.toFixed(2)} s\n`);
  await eventually(async () => {
    const path = '/v1/audit?entity=relay&action=login&limit=200';
    const { rows } = await site.api.get<{ rows: { account_code: string }[] }>(path);
    expect(rows.filter(({ account_code }) => account_code === `told-${LINES - 1}`)).toHaveLength(1);
  });
}, 240_000);
