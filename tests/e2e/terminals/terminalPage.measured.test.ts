import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { frequency, rmsDb, toneDb } from '../../support/recording.ts';
import { BeepListener, beeps, spread } from '../../terminal/support/beeps.ts';
import { FakeServer } from '../../terminal/support/fakeServer.ts';
import { encodeSignal, sine } from '../../terminal/support/opus.ts';
import { recordPageCard, takePlayed } from '../support/pageCard.ts';

const pages = join(import.meta.dirname, '../../..', 'dist', 'web');

let server: FakeServer;
/** Samples that the page has played. */
const played: number[] = [];
test.beforeEach(async () => {
  server = await FakeServer.start(pages);
});
test.afterEach(() => server.stop());

/** Opens the terminal page in English and records what its sound card takes. */
async function openPage(page: Page, query = '?probe'): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  await recordPageCard(page);
  played.length = 0;
  await page.goto(`${server.url}/terminal${query}`);
}

/** All samples that the page has played since it was opened. */
async function playedByPage(page: Page): Promise<Float32Array> {
  for (const { samples } of await takePlayed(page)) played.push(...samples);
  return Float32Array.from(played);
}

/** RMS and pitch of half a second, 0.1 s after the first sample above 0.01; null until it is complete. */
async function measure(page: Page): Promise<{ rmsDb: number; hz: number } | null> {
  const samples = await playedByPage(page);
  const first = samples.findIndex((x) => Math.abs(x) > 0.01);
  const half = samples.slice(first).subarray(0.1 * SAMPLE_RATE, 0.6 * SAMPLE_RATE);
  if (first < 0 || half.length < 0.5 * SAMPLE_RATE) return null;
  return { rmsDb: rmsDb(half), hz: frequency(half) };
}

/** Converts monotonic µs of this machine to µs since 1970, the page's scale. */
function sinceEpoch(monotonicUs: number): number {
  const now = Number(process.hrtime.bigint()) / 1e3;
  return monotonicUs - now + (performance.timeOrigin + performance.now()) * 1e3;
}

test('the page plays a broadcast at its pitch and level', async ({ page }) => {
  await openPage(page);
  await server.until(() => server.guests[0]?.reports.at(-1)?.state === 'idle', 'its clock');
  const packets = encodeSignal(sine(440, -16), 4);
  // Waited for within the page from before it begins: it lasts four seconds.
  const shown = page.getByRole('heading', { name: 'Stream 1' }).waitFor();
  server.broadcast(1, packets);
  await shown;
  await server.until(() => server.guests[0]?.reports.at(-1)?.received === packets.length, 'all packets');
  await expect.poll(async () => (await measure(page))?.hz).toBeCloseTo(440, 0);
  expect((await measure(page))?.rmsDb).toBeCloseTo(-16, 0);
  const report = server.guests[0]?.reports.findLast(({ state }) => state === 'playing');
  expect(report).toMatchObject({ stream: 1, lost: 0, late: 0 });
});

test('the page ducks programme by 20 dB under speech, and reports both', async ({ page }) => {
  await openPage(page);
  await server.until(() => server.guests[0]?.reports.at(-1)?.state === 'idle', 'its clock');
  server.broadcast(1, encodeSignal(sine(1000, -20), 120), null, 'programme');
  await expect(page.getByRole('heading', { name: 'Stream 1' })).toBeVisible();
  /** Level of a tone in the last half second, dBFS. */
  const level = async (hz: number) => toneDb((await playedByPage(page)).slice(-0.5 * SAMPLE_RATE), hz);
  await expect.poll(() => level(1000)).toBeCloseTo(-20, 0);
  server.broadcast(2, encodeSignal(sine(300, -20), 60), null, 'speech');
  await expect.poll(() => level(300)).toBeCloseTo(-20, 0);
  await expect.poll(() => level(1000)).toBeCloseTo(-40, 0);
  await expect(page.getByRole('heading', { name: 'Stream 2' })).toBeVisible();
  const lowered = page.getByText(/Stream 1.*continues at reduced volume/);
  await expect(lowered).toBeVisible();
  const mixed = () => server.guests[0]?.reports.findLast(({ stream }) => stream === 2);
  await server.until(() => mixed()?.other_streams?.[0]?.sounding === true, 'a report of both');
  expect(mixed()).toMatchObject({ state: 'playing', other_streams: [{ stream: 1, lost: 0 }] });
  server.sendAll({ type: 'stream.close', stream: 2, at_us: Math.round(server.now() / 1e3) * 1e3 });
  await expect.poll(() => level(1000)).toBeCloseTo(-20, 0);
  await expect(lowered).toBeHidden();
});

test('the page is heard in step with a headless terminal', async ({ page }) => {
  await openPage(page);
  const [web, headless] = [new BeepListener(), new BeepListener()];
  const terminal = createTerminal({
    server: server.url,
    code: 'HEADLESS',
    listen: (samples, at) => headless.hear(samples, sinceEpoch(at), 1e6 / SAMPLE_RATE),
  });
  try {
    await server.until(() => server.guests.length === 2, 'both terminals');
    await server.until(() => server.guests.every((g) => g.reports.at(-1)?.state === 'idle'), 'clocks');
    const packets = encodeSignal(beeps, 6);
    const from = sinceEpoch(server.monotonicOf(server.broadcast(1, packets)));
    for (const listener of [web, headless]) listener.from = from;
    await server.until(
      () => server.guests.every((g) => g.reports.at(-1)?.received === packets.length),
      'all',
    );
    await server.until(() => server.guests.every((g) => g.reports.at(-1)?.state === 'idle'), 'the end');
    for (const { at_us, samples } of await takePlayed(page)) web.hear(samples, at_us, 1e6 / SAMPLE_RATE);
    const apart = spread([web, headless], 24);
    expect(apart.beeps).toBeGreaterThan(12);
    expect(apart.medianUs).toBeLessThan(10_000);
  } finally {
    terminal.stop();
  }
});

test('a volume set at the page takes effect and is reported; the test tone sounds', async ({ page }) => {
  await openPage(page);
  await server.until(() => server.guests[0]?.reports.at(-1)?.state === 'idle', 'clock');
  await page.getByRole('slider', { name: 'Play volume' }).fill('50');
  await server.until(() => server.guests[0]?.reports.some((r) => r.volume === 50) ?? false, 'the volume');
  server.broadcast(1, encodeSignal(sine(440, -16), 10));
  await server.until(() => (server.guests[0]?.reports.at(-1)?.level_db ?? -120) > -29, 'the level');
  expect(server.guests[0]?.reports.at(-1)?.level_db).toBeCloseTo(-28, 0);
  server.sendAll({ type: 'stream.close', stream: 1, at_us: Math.round(server.now() / 1e3) * 1e3 });
  await server.until(() => server.guests[0]?.reports.at(-1)?.state === 'idle', 'the end');
  await playedByPage(page);
  played.length = 0;
  await page.getByRole('button', { name: 'Test tone' }).click();
  await expect.poll(async () => (await measure(page)) !== null).toBe(true);
});

test('shows its code until it is adopted, stores its secret, and reconnects with it', async ({ page }) => {
  let adopted = false;
  server.onHello = (guest) => (adopted ? server.welcome(guest) : guest.send({ type: 'found' }));
  await openPage(page, '');
  await expect(page.getByText('Found, not adopted')).toBeVisible();
  const hello = server.guests[0]?.messages[0];
  const code = hello?.type === 'hello' ? hello.code : '';
  await expect(page.locator('.code')).toHaveText(code);
  server.sendAll({ type: 'adopted', secret: 'swordfish' });
  for (const guest of server.guests) server.welcome(guest);
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  adopted = true;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  // Its name is stored, and shown before it has a link.
  await expect.poll(() => server.guests.at(-1)?.messages[0]).toMatchObject({ code, secret: 'swordfish' });
});

test('enters a zone by its password', async ({ page }) => {
  server.onHello = (guest, hello) => (hello.zone ? server.welcome(guest) : guest.send({ type: 'found' }));
  await openPage(page, '');
  await page.getByText('Enrol by zone password').click();
  await page.getByLabel('Zone code').fill('HALL');
  await page.getByLabel('Zone password').fill('open sesame');
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  expect(server.guests.at(-1)?.messages[0]).toMatchObject({
    zone: { code: 'HALL', password: 'open sesame' },
  });
});

test('a second tab shows that the code is in use, and can become another terminal', async ({
  page,
  context,
}) => {
  const holds = new Set<string>();
  server.onHello = (guest, { code }) => {
    const refusal = {
      type: 'refused',
      code: 'duplicate',
      message: 'The code is in use',
      retry_s: 5,
    } as const;
    if (holds.has(code)) guest.send(refusal);
    else server.welcome(guest);
    holds.add(code);
  };
  await openPage(page, '');
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  const second = await context.newPage();
  await openPage(second, '');
  await expect(second.getByRole('alert')).toHaveText('The code is in use');
  await second.getByRole('button', { name: 'Use another code' }).click();
  await expect(second.getByRole('heading', { name: 'Hall' })).toBeVisible();
  expect(holds.size).toBe(2);
});

test('reconnects by itself when the link was lost, and shows that meanwhile', async ({ page }) => {
  await openPage(page, '');
  await expect(page.getByText('Online')).toBeVisible();
  server.onHello = () => {};
  for (const { socket } of [...server.guests]) socket.terminate();
  await expect(page.getByText('Offline')).toBeVisible();
  server.onHello = (guest) => server.welcome(guest);
  await expect(page.getByText('Online')).toBeVisible();
  await server.until(() => server.guests.at(-1)?.reports.at(-1)?.state === 'idle', 'its clock');
});
