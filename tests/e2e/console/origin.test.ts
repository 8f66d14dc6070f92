import { chromium, expect, test } from '@playwright/test';
import { launchOptions } from '../../../scripts/test/launchBrowser.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

/** Browser features available to a page of the server. */
async function abilities(address: string, arg: string) {
  const options = launchOptions();
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), arg] });
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(`${address}/docs`);
    return await page.evaluate(async () => ({
      secure: window.isSecureContext,
      microphone:
        (await navigator.mediaDevices?.getUserMedia({ audio: true }).then((stream) => stream.active)) ??
        false,
      codecs: 'AudioDecoder' in window,
      worklet: 'audioWorklet' in AudioContext.prototype,
    }));
  } finally {
    await browser.close();
  }
}

/** Address as seen from another machine: a name that is not localhost. */
const foreignName = '--host-resolver-rules=MAP hall.example 127.0.0.1';

test('over HTTPS a page under any name gets microphone, codecs and audio worklet', async () => {
  const address = `https://hall.example:${server.httpsPort}`;
  const all = { secure: true, microphone: true, codecs: true, worklet: true };
  expect(await abilities(address, foreignName)).toEqual(all);
});

test('over HTTP under a foreign name the page has no secure context, and the server sends the HTTPS port', async () => {
  const address = `http://hall.example:${server.port}`;
  const none = { secure: false, microphone: false, codecs: false, worklet: false };
  expect(await abilities(address, foreignName)).toEqual(none);
  const answer = await fetch(`${server.url}/v1/origin`);
  expect(await answer.json()).toMatchObject({ value: { https_port: server.httpsPort, secure: false } });
});
