import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/e2e/browser.ts';

/** Browser tests. Each file starts the servers it needs on free ports (tests/support/server.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Sound is measured: two tests at once would disturb each other on a small machine.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  // What a browser plays is measured in real time; a machine that does other work may spoil one measurement.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: launchOptions(),
    ignoreHTTPSErrors: true,
    viewport: { width: 1366, height: 768 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
