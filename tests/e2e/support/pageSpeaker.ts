import type { Page } from '@playwright/test';
import { monotonicUs } from '../../../terminal/headless/time.ts';
import { median } from '../../support/median.ts';
import { Recording } from '../../support/recording.ts';
import type { Hall } from './hall.ts';
import { recordPageCard, takePlayed } from './pageCard.ts';

/** Terminal page in the browser as a loudspeaker, with the samples sent to its sound card. */
export interface PageSpeaker {
  id: number;
  /** Recording since the last call, on the monotonic clock of this process. */
  heard(): Promise<Recording>;
}

/** Opens the terminal page with its probe, adopts it, and waits until it is ready to play. */
export async function openPageSpeaker(page: Page, hall: Hall): Promise<PageSpeaker> {
  await recordPageCard(page);
  await page.goto(`${hall.server.url}/terminal?probe`);
  // The page generates its code once its texts are loaded, which may be after the load event.
  const code = await page.waitForFunction(() => localStorage.getItem('terminal.code'));
  const [id = 0] = await hall.api.adopt([(await code.jsonValue()) ?? '']);
  await hall.api.until('the page plays by the clock of the server', async () => {
    const { rows } = await hall.api.get<{ rows: { id: number; client_version: string }[] }>(
      '/v1/device?limit=1000',
    );
    return rows.some((row) => row.id === id && row.client_version !== '') || null;
  });
  // Time in the page begins in 1970.
  const aheadUs = () => Date.now() * 1000 - monotonicUs();
  return {
    id,
    async heard() {
      const blocks = await takePlayed(page);
      const recording = new Recording();
      const zero_us = median(blocks.map((block) => block.zero_us)) - aheadUs();
      for (const { frame, samples } of blocks)
        recording.listen(samples, zero_us + (frame * 1e6) / recording.rate);
      return recording;
    },
  };
}
