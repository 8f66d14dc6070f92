import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/test/launchBrowser.ts';
import { isLong } from './tests/support/random.ts';

const measured = '**/*.measured.test.ts';

const launch = launchOptions();
/**
 * Chromium for pages that live for seconds: V8's optimizing compilers would take a tenth of all processor time for code
 * that is seldom run again. They change the speed of a script, not its result.
 */
const launchBriefly = { ...launch, args: [...(launch.args ?? []), '--js-flags=--no-opt --no-maglev'] };

/**
 * Browser tests. Each file starts the servers it needs on free ports (tests/support/server.ts). Files called
 * `*.measured.test.ts` measure sound in real time: they run one after another, with nothing of normal priority beside
 * them but those of the server. Of all others two more run at a time than there are processors, for they often wait. `npm run e2e` runs both
 * kinds, one kind after the other.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/setup.ts',
  outputDir: 'test-results',
  workers: availableParallelism() + 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  projects: [
    {
      name: 'screens',
      testMatch: '**/*.test.ts',
      testIgnore: isLong ? measured : [measured, '**/*.long.test.ts'],
      // Between tests the page is reset, not replaced: a new one compiles the console again, a second of processor time.
      use: { reuseContext: true, launchOptions: launchBriefly },
    },
    // They wait for an interval in which the machine feeds all simulated cards in time.
    { name: 'measured', testMatch: measured, workers: 1, timeout: 120_000 },
  ],
  // `npm run long` looks at every width, language and theme. Tests of ten and more screens, dialogs or states call
  // `test.slow()`.
  timeout: isLong ? 300_000 : 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // An action that hangs is reported before the time of the whole test is over.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: launch,
    ignoreHTTPSErrors: true,
    // The worker of the installed apps would take the requests that a test routes; apps.test.ts allows it.
    serviceWorkers: 'block',
    viewport: { width: 1366, height: 768 },
    // A trace is thrown away where a test passes, and writing it takes as much time again as the test:
    // `--trace on` makes one of a test that is looked into. What fails leaves a picture and the tree of the page.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
