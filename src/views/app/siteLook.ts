import { BehaviorSubject } from 'rxjs';
import type { BrandProfile } from '../../../brands/schema.ts';
import type { SiteInfo } from '../../../contract/entities/site/systemConfig.ts';
import { languages } from '../../../contract/language.ts';
import type { Api } from '../../api/client.ts';

/** Public data of the site, from the live feed while somebody is logged in, else by request. */
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
    const { url_login, password_strength, idle_minutes, enterprise_code, cloud_control } = row;
    const { http_backend, titles, images } = row;
    const rules = { url_login, password_strength, idle_minutes };
    const next: SiteInfo = { ...rules, enterprise_code, cloud_control, http_backend, titles, images };
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

/** Returns the brand with the password rule of the site, and its titles where it has some. */
export function siteBrand(brand: BrandProfile, site: SiteInfo | null): BrandProfile {
  if (site === null) return brand;
  const titles = { ...brand.titles };
  for (const language of languages) titles[language] = site.titles[language] || brand.titles[language];
  return { ...brand, titles, passwordStrength: site.password_strength };
}
