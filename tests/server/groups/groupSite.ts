import type { DeviceGroup } from '../../../contract/entities/terminals/group.ts';
import * as terminals from '../../../server/site/terminals/terminal.repository.ts';
import { startSite } from '../terminals/site.ts';

/** Site with adopted terminals that are offline, and calls about device groups. */
export async function startGroupSite() {
  const site = await startSite();
  const { db, terminals: parts } = site.deps;
  return {
    ...site,
    /** Terminals in a zone, as if adopted; returns their ids. */
    async placed(zone: number, n: number, prefix: string): Promise<number[]> {
      const rows = await terminals.insertMany(
        db,
        Array.from({ length: n }, (_, i) => ({
          role: 0,
          code: `${prefix}-${i}`,
          name: `${prefix}-${i}`,
          org: zone,
          secret_hash: '',
        })),
      );
      for (const row of rows) parts.devices.changed(parts.directory.put(row));
      return rows.map((row) => row.id);
    },
    /** Calls of one account; each returns code, message key and value. */
    as(token: string) {
      const call = async (method: string, path: string, body?: object) => {
        const url = `/v1/device_group${path}`;
        const answer = await site.call(method, url, { token, ...(body === undefined ? {} : { body }) });
        return {
          code: answer.body.code,
          key: answer.body.key,
          value: answer.body.value as DeviceGroup & { rows: DeviceGroup[]; results: { ok: boolean }[] },
        };
      };
      return {
        list: async () => (await call('GET', '')).value.rows,
        get: (id: number) => call('GET', `/${id}`),
        create: (name: string, device_ids: number[] = []) => call('POST', '', { name, device_ids }),
        patch: (id: number, body: object) => call('PATCH', `/${id}`, body),
        remove: (id: number) => call('DELETE', `/${id}`),
        batch: (ids: number[]) => call('POST', '/batch', { ids, action: 'delete' }),
      };
    },
  };
}
export type GroupSite = Awaited<ReturnType<typeof startGroupSite>>;
