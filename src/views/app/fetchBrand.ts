import i18next from 'i18next';
import type { BrandProfile } from '../../../brands/schema.ts';
import type { Api } from '../../api/client.ts';

/** Delay between two attempts, ms. */
const retryMs = 2_000;

/**
 * Fetches the brand profile (`GET /v1/brand`). Without it there is no colour, name or logo to show, so it is
 * requested until the server answers; meanwhile the page says so in plain text.
 * @param texts resolves when the texts of the page are there
 */
export async function fetchBrand(
  api: Pick<Api, 'get'>,
  root: HTMLElement,
  texts: Promise<unknown>,
): Promise<BrandProfile> {
  for (;;) {
    try {
      return await api.get<BrandProfile>('/v1/brand', undefined, { quiet: true, timeoutMs: 10_000 });
    } catch {
      await texts;
      root.textContent = i18next.t('login.serverAway');
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
