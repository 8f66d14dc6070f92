import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
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

/**
 * Centre of a button, px. Found through the accessibility tree: a locator evaluates code in the page, which Chromium
 * counts as a user gesture, so the page would be allowed to sound before the click.
 */
async function centreOf(page: Page, accessibleName: string): Promise<[x: number, y: number]> {
  const devTools = await page.context().newCDPSession(page);
  const { root } = await devTools.send('DOM.getDocument');
  const query = { nodeId: root.nodeId, role: 'button', accessibleName };
  const [button] = (await devTools.send('Accessibility.queryAXTree', query)).nodes;
  if (button?.backendDOMNodeId === undefined) throw new Error(`no button "${accessibleName}"`);
  const { model } = await devTools.send('DOM.getBoxModel', { backendNodeId: button.backendDOMNodeId });
  const [left = 0, top = 0] = model.border;
  return [left + model.width / 2, top + model.height / 2];
}

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
    await page.mouse.click(...(await centreOf(page, 'Click to enable sound')));
    await server.until(() => (server.guests[0]?.reports.at(-1)?.level_db ?? -120) > -17, 'sound');
    expect(server.guests[0]?.reports.at(-1)).toMatchObject({ state: 'playing', stream: 1, lost: 0 });
  } finally {
    await server.stop();
  }
});
