import i18next from 'i18next';
import type { BrandProfile } from '../../../brands/schema.ts';
import type { Api } from '../../api/client.ts';

/** Between two attempts to reach the server, ms. */
const retryMs = 2_000;

/**
 * The brand profile (`GET /v1/brand`). Without it there is no colour, name or mark to show, so a server that does not
 * answer is asked again until it does; meanwhile the page says so in plain text.
 */
export async function fetchBrand(api: Pick<Api, 'get'>, root: HTMLElement): Promise<BrandProfile> {
  for (;;) {
    try {
      return await api.get<BrandProfile>('/v1/brand', undefined, { quiet: true, timeoutMs: 10_000 });
    } catch {
      root.textContent = i18next.t('login.serverAway');
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
