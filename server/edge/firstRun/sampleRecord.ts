import type { SampleEntity } from '../../../contract/entities/site/sampleSite.ts';
import * as settings from '../../platform/config/setting.repository.ts';
import type { Db } from '../../platform/db/client.ts';

/** Object of the sample site, as it was made. */
export interface SampleObject {
  entity: SampleEntity;
  id: number;
  name: string;
  /** Digest of what a person can change of it (samplePart.ts). */
  mark: string;
}

const KEY = 'sample_site';

/** Reads what the sample site was made of, as far as it is not removed; empty: there is none. */
export async function readSample(db: Db): Promise<SampleObject[]> {
  return ((await settings.get(db, KEY)) as SampleObject[] | null) ?? [];
}

export const writeSample = (db: Db, objects: readonly SampleObject[]): Promise<void> =>
  settings.put(db, KEY, objects);
