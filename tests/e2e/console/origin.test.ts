import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { launchOptions } from '../../../scripts/test/launchBrowser.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
/** Browser as on another machine: it knows the server by a name that is not localhost. */
let foreign: Browser;
test.beforeAll(async () => {
  server = await startServer();
  const options = launchOptions();
  const args = [...(options.args ?? []), '--host-resolver-rules=MAP hall.example 127.0.0.1'];
  foreign = await chromium.launch({ ...options, args });
});
test.afterAll(async () => {
  await foreign?.close();
  await server?.stop();
});

const foreignPage = () => foreign.newPage({ ignoreHTTPSErrors: true });

/** Browser features available to a page of the server. */
async function abilities(address: string) {
  const page: Page = await foreignPage();
  await page.goto(`${address}/docs`);
  const found = await page.evaluate(async () => ({
    secure: window.isSecureContext,
    microphone:
      (await navigator.mediaDevices?.getUserMedia({ audio: true }).then((stream) => stream.active)) ?? false,
    codecs: 'AudioDecoder' in window,
    worklet: 'audioWorklet' in AudioContext.prototype,
  }));
  await page.close();
  return found;
}

if (isLong)
  test('over HTTPS a page under any name gets microphone, codecs and audio worklet', async () => {
    const all = { secure: true, microphone: true, codecs: true, worklet: true };
    expect(await abilities(`https://hall.example:${server.httpsPort}`)).toEqual(all);
  });

if (isLong)
  test('over HTTP under a foreign name the page has no secure context, and the server sends the HTTPS port', async () => {
    const none = { secure: false, microphone: false, codecs: false, worklet: false };
    expect(await abilities(`http://hall.example:${server.port}`)).toEqual(none);
    const answer = await fetch(`${server.url}/v1/origin`);
    expect(await answer.json()).toMatchObject({ value: { https_port: server.httpsPort, secure: false } });
  });

test('on HTTP under a foreign name the console lists the missing features and links to HTTPS', async () => {
  const page = await foreignPage();
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  await page.goto(`http://hall.example:${server.port}/profile`);
  await page.getByRole('textbox', { name: 'Account' }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(server.adminPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  const notice = page.getByRole('note');
  await expect(notice).toContainText('plain HTTP');
  await notice.getByRole('link', { name: 'Open over HTTPS' }).click();
  await expect(page).toHaveURL(new RegExp(`^https://hall\\.example:${server.httpsPort}/`));
  // The login is kept: cookies do not depend on ports.
  await expect(page.getByTestId('data-age')).toHaveAttribute('data-level', 'live');
  await expect(page.getByRole('note')).toHaveCount(0);
});
