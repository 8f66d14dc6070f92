import type { Upgrade, UpgradeFile, UpgradeTerminal } from '../../../contract/entities/terminals/upgrade.ts';
import type { Hello } from '../../../contract/protocol/terminal.ts';
import { makePackage, newPackageKey } from '../../../scripts/upgradePackage.ts';
import type { UpgradeLimits } from '../../../server/edge/upgrades/upgradeLimits.ts';
import { eventually } from '../../support/eventually.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { startSite } from '../terminals/site.ts';

export const key = newPackageKey();
export const stranger = newPackageKey();

/** Package of a few bytes. */
export function packageOf(
  version: string,
  options: { pem?: string; payload?: Uint8Array; feature?: 'aoip.p' | 'aoip.f' } = {},
): Buffer {
  const { pem = key.pem, payload = Buffer.from(`program ${version}`), feature = 'aoip.p' } = options;
  return makePackage({ name: `Column ${version}`, version, feature_code: feature }, payload, pem);
}

/** Form with one file, as browsers send it. */
export function form(content: Buffer, name = 'column.tocsin') {
  const boundary = '----upgrade';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Site that trusts `key`, with terminals that can be upgraded. */
export async function startUpgradeSite(upgradeLimits: Partial<UpgradeLimits> = {}) {
  const site = await startSite({}, {}, { upgradeLimits: { lookMs: 20, ...upgradeLimits } });
  const { app, token, call } = site;
  await call('PATCH', '/v1/sys/config', {
    token,
    body: { upgrade_keys: [{ name: 'Workshop', key: key.publicKey }] },
  });

  async function upload(content: Buffer, as = token) {
    const { payload, headers } = form(content);
    const answer = await app.inject({
      ...{ method: 'POST', url: '/v1/upgrade_file/upload', payload },
      headers: { ...headers, access_token: as, lang: 'en' },
    });
    return answer.json() as { code: number; key?: string; message: string; value: UpgradeFile };
  }
  const value = async <T>(path: string, as = token) =>
    (await call('GET', path, { token: as })).body.value as unknown as T;

  return {
    ...site,
    upload,
    value,
    batch: (id: number, as = token) => value<Upgrade>(`/v1/upgrade/${id}`, as),
    terminals: async (id: number, as = token) =>
      (await value<{ rows: UpgradeTerminal[] }>(`/v1/upgrade/${id}/terminals`, as)).rows,
    /** Adopted terminal of version 1 with the feature `upgrade`. */
    async column(code: string, org: number | null = null, more: Partial<Hello> = {}) {
      const { client, id, secret } = await site.adopted(code, org);
      const again = (fields: Partial<Hello> = {}) =>
        TerminalClient.hello(site.url, {
          ...{ code, secret, version: '1', features: ['decode', 'restart', 'upgrade'], boot: `up-${code}` },
          ...more,
          ...fields,
        });
      await client.drop();
      const connected = await again();
      await connected.next('welcome');
      return { id, client: connected, again };
    },
    /** Starts a batch; returns its id. */
    async begin(file: number, terminals: number[], more: object = {}): Promise<number> {
      const answer = await call('POST', '/v1/upgrade', {
        token,
        body: { upgrade_file: file, terminals, ...more },
      });
      if (answer.body.code !== 200) throw new Error(answer.body.message);
      return (answer.body.value as Upgrade).id;
    },
  };
}
export type UpgradeSite = Awaited<ReturnType<typeof startUpgradeSite>>;

/** Waits for what terminals and downloads do meanwhile. */
export const until = (check: () => Promise<void> | void) =>
  eventually(check, { timeout: 60_000, interval: 20 });
