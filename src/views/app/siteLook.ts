import { BehaviorSubject } from 'rxjs';
import type { BrandProfile } from '../../../brands/schema.ts';
import type { SiteInfo } from '../../../contract/entities/site/systemConfig.ts';
import { languages } from '../../../contract/language.ts';
import type { Api } from '../../api/client.ts';

/** Titles and pictures of the site, from the live feed while somebody is logged in, else by request. */
export interface SiteLook {
  site$: BehaviorSubject<SiteInfo | null>;
  /** Asks the server (`GET /v1/site`); without a response the known ones stay. */
  refresh(): Promise<void>;
  /** Takes rows of the live feed; an empty list changes nothing. */
  take(rows: readonly SiteInfo[]): void;
}

export function createSiteLook(api: Pick<Api, 'get'>): SiteLook {
  const site$ = new BehaviorSubject<SiteInfo | null>(null);
  const take = (rows: readonly SiteInfo[]) => {
    const [row] = rows;
    if (row === undefined) return;
    const { url_login, idle_minutes, enterprise_code, cloud_control, http_backend, titles, images } = row;
    const next = { url_login, idle_minutes, enterprise_code, cloud_control, http_backend, titles, images };
    // The login page asks every few seconds: the same response must not re-render.
    if (JSON.stringify(next) !== JSON.stringify(site$.value)) site$.next(next);
  };
  return {
    site$,
    take,
    async refresh() {
      try {
        take([await api.get<SiteInfo>('/v1/site', undefined, { quiet: true, timeoutMs: 10_000 })]);
      } catch {
        // The page reports elsewhere that the server is unreachable.
      }
    },
  };
}

/** Returns the brand with the titles of the site, where it has some. */
export function titledBrand(brand: BrandProfile, site: SiteInfo | null): BrandProfile {
  if (site === null || languages.every((language) => site.titles[language] === '')) return brand;
  const titles = { ...brand.titles };
  for (const language of languages) titles[language] = site.titles[language] || brand.titles[language];
  return { ...brand, titles };
}
