import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sitePlanLimits } from '../../../contract/entities/site/sitePlan.ts';
import { writeDurably } from '../../platform/dataFolder/writeDurably.ts';
import { createTurns } from '../../platform/workers/turns.ts';
import { drawPlan } from './draw/drawPlan.ts';

/** Folder of the pictures in the data folder, and of uploads that are being drawn. */
export const PLANS_FOLDER = 'plans';
const INCOMING = 'incoming';

/** A drawn picture that is stored. */
export interface StoredPicture {
  /** Hash of its content, hex. */
  picture: string;
  width: number;
  height: number;
}

/**
 * Pictures of plans: files in the data folder, named by the hash of their content; rows name the ones in use. A file
 * is completely on the disk before a row names it.
 */
export function createSitePlanPictures(
  dataDir: string,
  used: () => ReadonlySet<string>,
  log: { error(details: object, message: string): void },
) {
  const dir = resolve(dataDir, PLANS_FOLDER);
  const fileOf = (picture: string) => join(dir, `${picture}.webp`);
  /** Serialises writes and sweeps: a sweep must not remove a picture that is about to be named. */
  const inTurn = createTurns();

  async function draw(upload: Uint8Array, page: number): Promise<StoredPicture & { file: Buffer }> {
    const folder = join(dir, INCOMING, randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const [from, to] = [join(folder, 'upload'), join(folder, 'picture')];
      // Plain write: the folder is removed when the upload has been drawn, and at every start.
      await writeFile(from, upload, { mode: 0o600 });
      const size = await drawPlan({ from, to, page, pixels: sitePlanLimits.pixels }, folder);
      const file = await readFile(to);
      return { ...size, file, picture: createHash('sha256').update(file).digest('hex') };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function sweep(): Promise<void> {
    try {
      const kept = used();
      const names = await readdir(dir).catch(() => []);
      const unused = names.filter((name) => name !== INCOMING && !kept.has(name.replace(/\.webp$/, '')));
      await Promise.all(unused.map((name) => rm(join(dir, name), { recursive: true, force: true })));
    } catch (error) {
      log.error({ err: error }, 'old pictures of site plans could not be removed');
    }
  }

  return {
    pathOf: fileOf,
    /** Removes pictures that no row names. */
    sweep: () => inTurn(sweep),
    /** Removes uploads that a server which was killed has left. */
    async clean(): Promise<void> {
      await rm(join(dir, INCOMING), { recursive: true, force: true });
      await inTurn(sweep);
    },
    /**
     * Draws an upload, stores its picture and has it named by a row; the picture is removed again when that fails.
     * @throws AppError 400 with the reason why it is not drawn
     */
    async store<T>(
      upload: Uint8Array,
      page: number,
      name: (stored: StoredPicture) => Promise<T>,
    ): Promise<T> {
      const { file, ...stored } = await draw(upload, page);
      return inTurn(async () => {
        await writeDurably(fileOf(stored.picture), [file]);
        try {
          return await name(stored);
        } finally {
          await sweep();
        }
      });
    },
  };
}
export type SitePlanPictures = ReturnType<typeof createSitePlanPictures>;
