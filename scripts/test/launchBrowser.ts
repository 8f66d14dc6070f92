import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';

/** Paths of Chromium and Chrome in distributions; the headless shell needs the least processor time. */
const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Possible browsers, best first: Playwright's own, which matches its version, then the system's.
 * `TOCSIN_CHROMIUM` overrides the search.
 */
export function browserCandidates(): string[] {
  const chosen = process.env.TOCSIN_CHROMIUM;
  if (chosen) return [chosen];
  return [chromium.executablePath(), ...systemBrowsers].filter((path) => existsSync(path));
}

/**
 * Launch options of all browser tests and benchmarks: Chromium with a fake microphone and without permission
 * prompts.
 */
export function launchOptions(executablePath = browserCandidates()[0]): LaunchOptions {
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium's sandbox refuses root, and some containers do not allow it (see scripts/test/browser.mjs).
    chromiumSandbox: process.getuid?.() !== 0 && process.env.TOCSIN_CHROMIUM_SANDBOX !== 'off',
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  };
}

/** Starts and ends the browser once; null when it works, else the reason. */
export async function launchFailure(executablePath: string): Promise<string | null> {
  try {
    const browser = await chromium.launch({ ...launchOptions(executablePath), timeout: 60_000 });
    await browser.close();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
