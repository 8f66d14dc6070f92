import type { SiteInfo, SiteLive } from '../../../contract/entities/site/systemConfig.ts';
import type { Audit } from '../audit/audit.ts';
import type { Db } from '../db/client.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Config } from './config.ts';
import { createSiteImages, type SiteImageStore } from './siteImages.ts';

/** Public appearance and settings of the site: titles and pictures that replace the brand's. */
export interface Site {
  info(): SiteInfo;
  images: SiteImageStore;
  /** Publishes the current state. */
  publish(): void;
}

/** Publishes the site as the only row of its live topic, again after every change of the configuration. */
export async function createSite(deps: {
  db: Db;
  audit: Audit;
  config: Config;
  live: LiveHub;
  env: { DATA_DIR: string };
  /** Time of the snapshot that the server runs from, epoch ms; null: it runs with its database. */
  snapshotAt: () => number | null;
  /** True when the rows are those of a snapshot, which may be older than the pictures. */
  isAway: boolean;
  log: { error(details: object, message: string): void };
}): Promise<Site> {
  const { config } = deps;
  const topic = deps.live.topic<SiteLive>('site');
  const publish = () => topic.upsert({ id: 1, org: null, snapshot_at: deps.snapshotAt(), ...info() });
  const images = await createSiteImages(deps, deps.env.DATA_DIR, publish);
  function info(): SiteInfo {
    const all = config.get();
    const { url_login, password_strength, idle_minutes, enterprise_code, cloud_control, http_backend } = all;
    const titles = { cn: all.title_cn, en: all.title_en, kr: all.title_kr };
    return {
      url_login,
      password_strength,
      idle_minutes,
      enterprise_code,
      cloud_control,
      http_backend,
      titles,
      images: images.get(),
    };
  }
  config.onChange(publish);
  publish();
  return { info, images, publish };
}
