import { test as base } from '@playwright/test';
import { Hall } from './hall.ts';

/** Time for the start of a site and of its terminals, which is not part of the test. */
const SETUP_MS = 60_000;

/**
 * Test with a site of its own, `hall`: for a test that needs an empty site, or one that counts what the whole site
 * shows. Its start costs about two seconds of processor time: tests that only need rows of their own share the
 * site of their file.
 */
export const test = base.extend<{ env: Record<string, string>; hall: Hall }>({
  env: [{}, { option: true }],
  hall: [
    async ({ env }, use) => {
      const hall = await Hall.open(env);
      await use(hall);
      await hall.close();
    },
    { timeout: SETUP_MS },
  ],
});
