import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchOptions } from '../../../scripts/test/launchBrowser.ts';
import { FakeServer } from '../../terminal/support/fakeServer.ts';
import { encodeSignal, sine } from '../../terminal/support/opus.ts';

const options = launchOptions();

// In a separate file without traces: a trace counts as a user gesture.
test.use({
  trace: 'off',
  screenshot: 'off',
  launchOptions: {
    ...options,
    args: [
      ...(options.args ?? []).filter((arg) => !arg.includes('autoplay')),
      '--autoplay-policy=document-user-activation-required',
    ],
  },
});

test('a browser that waits for a click is a locked terminal; the click starts the running broadcast', async ({
  page,
}) => {
  const server = await FakeServer.start(join(import.meta.dirname, '../../..', 'dist', 'web'));
  try {
    await page.addInitScript(() => localStorage.setItem('lang', 'en'));
    await page.goto(`${server.url}/terminal`);
    await server.until(() => server.guests[0]?.reports.at(-1)?.state === 'locked', 'locked');
    server.broadcast(1, encodeSignal(sine(440, -16), 60));
    await server.until(() => (server.guests[0]?.reports.at(-1)?.received ?? 0) > 50, 'packets');
    expect(server.guests[0]?.reports.at(-1)).toMatchObject({ state: 'locked', stream: 1, level_db: null });
    await page.getByRole('button', { name: 'Click to let it sound' }).click();
    await server.until(() => (server.guests[0]?.reports.at(-1)?.level_db ?? -120) > -17, 'sound');
    expect(server.guests[0]?.reports.at(-1)).toMatchObject({ state: 'playing', stream: 1, lost: 0 });
  } finally {
    await server.stop();
  }
});
