import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  type SiteImageSlot,
  type SiteImages,
  siteImageFault,
  siteImageSlot,
  siteImageSlots,
} from '../../../contract/entities/site/siteImage.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { writeDurably } from '../dataFolder/writeDurably.ts';
import type { Db, Tx } from '../db/client.ts';
import { createTurns } from '../workers/turns.ts';
import { checkedPng } from './pngCheck.ts';
import * as settings from './setting.repository.ts';

const KEY = 'site_images';
const stored = z.partialRecord(
  siteImageSlot,
  z.object({ name: z.string().regex(/^[0-9a-f]{64}$/), width: z.number(), height: z.number() }),
);
type Stored = z.output<typeof stored>;

/** Address of a picture; its name is the hash of its content, so that the content never changes. */
export const imageUrl = (name: string) => `/v1/site/image/${name}.png`;

export interface SiteImageStore {
  get(): SiteImages;
  /** File of a picture that is in use; null: no such picture. */
  pathOf(name: string): string | null;
  /** Stores a picture. @throws AppError 400 if it is no PNG, too large, or a logo that is not 3:1 */
  put(actor: Actor, ip: string, slot: SiteImageSlot, file: Uint8Array): Promise<void>;
  /** Returns these pictures to those of the brand. */
  clear(actor: Actor, ip: string, slots: readonly SiteImageSlot[]): Promise<void>;
  /** Reads again which pictures are used. */
  load(): Promise<void>;
}

/**
 * Pictures of the site: files in the data folder; the database holds which one is used where. A file is
 * completely on the disk before the database refers to it, so that a killed server has either the old picture
 * or the new one; unused files are removed.
 */
export async function createSiteImages(
  deps: { db: Db; audit: Audit; isAway: boolean; log: { error(details: object, message: string): void } },
  dataDir: string,
  changed: () => void,
): Promise<SiteImageStore> {
  const { db, audit } = deps;
  const dir = join(dataDir, 'site');
  const read = (value: unknown): Stored => stored.safeParse(value ?? {}).data ?? {};
  let set = read(await settings.get(db, KEY));
  /** Serialises changes: a sweep must not remove a file that another change is about to use. */
  const inTurn = createTurns();

  const isUsed = (name: string) => Object.values(set).some((one) => `${one.name}.png` === name);

  async function sweep(): Promise<void> {
    try {
      const names = await readdir(dir).catch(() => []);
      await Promise.all(names.filter((name) => !isUsed(name)).map((name) => rm(join(dir, name))));
    } catch (error) {
      deps.log.error({ err: error }, 'old pictures of the site could not be removed');
    }
  }
  if (deps.isAway !== true) await sweep();

  async function keep(name: string, file: Uint8Array): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await writeDurably(join(dir, `${name}.png`), [file]);
  }

  async function change(actor: Actor, ip: string, edit: (now: Stored) => Stored): Promise<void> {
    const after = await db.transaction(async (tx: Tx) => {
      await settings.lock(tx, KEY);
      const before = read(await settings.get(tx, KEY));
      const wanted = edit(before);
      const slots = siteImageSlots.filter((slot) => before[slot]?.name !== wanted[slot]?.name);
      const sizes = (of: Stored) =>
        Object.fromEntries(
          slots.map((slot) => [`image_${slot}`, of[slot] ? `${of[slot].width}×${of[slot].height}` : null]),
        );
      await settings.put(tx, KEY, wanted);
      const entry = { action: 'edit', entity: 'sys_config', entity_id: null, ip } as const;
      if (slots.length > 0)
        await audit.record(tx, actor, { ...entry, before: sizes(before), after: sizes(wanted) });
      return wanted;
    });
    set = after;
    changed();
    await sweep();
  }

  return {
    get: () =>
      Object.fromEntries(
        siteImageSlots.map((slot) => {
          const one = set[slot];
          return [slot, one ? { url: imageUrl(one.name), width: one.width, height: one.height } : null];
        }),
      ) as SiteImages,
    async load() {
      set = read(await settings.get(db, KEY));
      changed();
      await inTurn(sweep);
    },
    pathOf: (name) => (isUsed(`${name}.png`) ? join(dir, `${name}.png`) : null),
    async put(actor, ip, slot, file) {
      const fault = siteImageFault(slot, file);
      if (fault !== null) throw new AppError(errorCode.badRequest, fault.key, fault.params);
      const checked = await checkedPng(file);
      if (checked === null) throw new AppError(errorCode.badRequest, 'common.pngOnly');
      const name = createHash('sha256').update(checked.file).digest('hex');
      const { width, height } = checked.png;
      await inTurn(async () => {
        await keep(name, checked.file);
        await change(actor, ip, (now) => ({ ...now, [slot]: { name, width, height } }));
      });
    },
    clear: (actor, ip, slots) =>
      inTurn(() =>
        change(
          actor,
          ip,
          (now) =>
            Object.fromEntries(
              Object.entries(now).filter(([slot]) => !slots.includes(slot as SiteImageSlot)),
            ) as Stored,
        ),
      ),
  };
}
