import { upgradeBatchState } from '../../../contract/codes.ts';
import { makePackage, newPackageKey } from '../../../scripts/upgradePackage.ts';
import type { Hall } from './hall.ts';
import { test as ownHall } from './ownHall.ts';
import { Upgradable } from './upgradable.ts';

/** Signer of all packages. */
export const maker = newPackageKey();
export const packageOf = (version: string) =>
  makePackage({ name: 'Column program', version, feature_code: 'aoip.p' }, Buffer.from(version), maker.pem);

/** Test with a site of its own: `columns` can be upgraded; of `unfit` one has no such feature, one is offline. */
export const test = ownHall.extend<{ columns: Upgradable[]; unfit: { old: Upgradable; away: Upgradable } }>({
  columns: async ({ hall }, use) => {
    const columns: Upgradable[] = [];
    for (const code of ['COLUMN1', 'COLUMN2', 'COLUMN3']) columns.push(await Upgradable.join(hall, code));
    await use(columns);
    for (const column of columns) await column.drop();
  },
  unfit: async ({ hall }, use) => {
    const old = await Upgradable.join(hall, 'OLDHORN', ['decode']);
    const away = await Upgradable.join(hall, 'AWAY');
    await away.drop();
    await use({ old, away });
    await old.drop();
  },
});
/** Uploads a package whose signer is trusted; returns its id. */
export async function trusted({ api }: Hall, version: string): Promise<number> {
  await api.patch('/v1/sys/config', { upgrade_keys: [{ name: 'Linhai Audio', key: maker.publicKey }] });
  return (await api.uploadPackage(new Uint8Array(packageOf(version)))).id;
}

/** Upgrades all columns to a version, a wave of one and a wave of the rest. */
export async function upgraded(hall: Hall, columns: readonly Upgradable[], version: string): Promise<void> {
  const upgrade_file = await trusted(hall, version);
  for (const column of columns) column.release();
  const terminals = columns.map(({ id }) => id);
  const { id } = await hall.api.post<{ id: number }>('/v1/upgrade', { upgrade_file, terminals, waves: [1] });
  await hall.api.until(`all run ${version}`, async () => {
    const { state } = await hall.api.get<{ state: string }>(`/v1/upgrade/${id}`);
    return state === upgradeBatchState.ended || null;
  });
}
