import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditRow } from '../../../contract/entities/site/audit.ts';
import type { SitePlan } from '../../../contract/entities/site/sitePlan.ts';
import { listSiteFiles } from '../../../server/edge/pair/files/siteFiles.ts';
import { pdfDrawing, svgDrawing } from '../../support/drawings.ts';
import { eventually } from '../../support/eventually.ts';
import { makePng } from '../../support/png.ts';
import { startSite } from '../terminals/site.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let [north, hall, south] = [0, 0, 0];
beforeAll(async () => {
  site = await startSite();
  [north, south] = [await site.zone('North'), await site.zone('South')];
  hall = await site.zone('Hall', north);
});
afterAll(() => site.close());

async function made(body: object = {}, token = site.token): Promise<SitePlan> {
  const answer = await site.post('/v1/site_plan', { name: 'Ground floor', org: north, ...body }, token);
  expect(answer.body.message).toBe('Done');
  return answer.body.value;
}

async function upload(plan: number, file: Uint8Array | string, query = '', token = site.token) {
  const form = new FormData();
  form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'plan');
  const body = new Response(form);
  const answer = await site.app.inject({
    method: 'POST',
    url: `/v1/site_plan/${plan}/picture${query}`,
    headers: { lang: 'en', access_token: token, 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answer.json() as { code: number; message: string; key?: string; value: SitePlan };
}

async function picture(plan: number, token = site.token) {
  const { url } = (await site.post(`/v1/site_plan/${plan}/ticket`, {}, token)).body.value as { url: string };
  return site.app.inject(url);
}
const folder = () => join(site.deps.env.DATA_DIR, 'plans');
const stored = () =>
  existsSync(folder()) ? readdirSync(folder()).filter((name) => name !== 'incoming') : [];

const jpeg = () =>
  sharp(makePng(400, 200, { colour: [255, 0, 0] }))
    .jpeg()
    .toBuffer();

describe('pictures', () => {
  test.each([
    ['PNG', () => makePng(400, 200, { colour: [255, 0, 0] })],
    ['JPEG', jpeg],
    ['SVG', () => svgDrawing()],
    // Opens with an action that PDFium, without a JavaScript engine, cannot run.
    ['PDF', () => pdfDrawing('/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>')],
  ])('%s is drawn as WebP with its proportions and colours', async (_format, file) => {
    const { id } = await made();
    const { value, message } = await upload(id, await file());
    expect(message).toBe('Done');
    expect(value.width / value.height).toBe(2);
    const sent = await picture(id);
    expect(sent.headers['content-type']).toBe('image/webp');
    const { data, info } = await sharp(sent.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([value.width, value.height]);
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 4)) * info.channels;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    expect(red).toBeGreaterThan(200);
    expect(green + blue).toBeLessThan(80);
  });

  const svgBomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${svgDrawing('<text>&b;</text>').replace(/^<\?xml[^>]*>/, '')}`;
  test.each([
    ['a text', 'Ground floor', 'sitePlan.notADrawing'],
    ['HTML', '<html><body>plan</body></html>', 'sitePlan.notADrawing'],
    ['a PNG that ends early', makePng(400, 200).subarray(0, 60), 'sitePlan.damaged'],
    ['a PNG that claims 100,000 × 100,000 pixels', bigPng(), 'sitePlan.tooManyPixels'],
    ['an SVG with a script', svgDrawing('<script>alert(1)</script>'), 'sitePlan.script'],
    ['an SVG with an event', svgDrawing('<g onload="alert(1)"/>'), 'sitePlan.script'],
    ['an SVG with a web page', svgDrawing('<foreignObject/>'), 'sitePlan.script'],
    [
      'an SVG with a picture elsewhere',
      svgDrawing('<image href="http://10.0.0.1/a.png"/>'),
      'sitePlan.external',
    ],
    ['an SVG with a local file', svgDrawing('<image xlink:href="file:///etc/passwd"/>'), 'sitePlan.external'],
    [
      'an SVG with a foreign style',
      svgDrawing('<style>@import "http://a/b.css";</style>'),
      'sitePlan.external',
    ],
    ['an SVG with entities', svgBomb, 'sitePlan.entities'],
    ['an SVG that is not XML', `${svgDrawing()}<svg`, 'sitePlan.damaged'],
    ['a PDF that ends early', pdfDrawing().slice(0, 40), 'sitePlan.damaged'],
  ])('%s is refused with its reason', async (_name, file, key) => {
    const { id } = await made();
    const answer = await upload(id, file);
    expect(answer).toMatchObject({ code: 400, key });
    expect((await site.call('GET', `/v1/site_plan/${id}`, { token: site.token })).body.value).toMatchObject({
      picture: null,
      rev: 1,
    });
  });

  test('a page that the PDF does not have is refused', async () => {
    const { id } = await made();
    expect((await upload(id, pdfDrawing(), '?page=2')).key).toBe('sitePlan.noPage');
  });

  test('a new picture replaces the file of the old one; a deleted plan takes its own along', async () => {
    const { id } = await made();
    const first = (await upload(id, makePng(50, 50))).value.picture;
    const second = (await upload(id, makePng(60, 50))).value.picture;
    expect(stored()).toContain(`${second}.webp`);
    expect(stored()).not.toContain(`${first}.webp`);
    // A standby server copies it, and a backup holds it.
    expect([...(await listSiteFiles(site.deps.env.DATA_DIR)).keys()]).toContain(`plans/${second}.webp`);
    await site.call('DELETE', `/v1/site_plan/${id}`, { token: site.token });
    await eventually(() => expect(stored()).not.toContain(`${second}.webp`));
  });
});

describe('marks and areas', () => {
  test('what is placed is stored and shown live, each thing once', async () => {
    const { id: speaker } = await site.adopted('PLAN-1', north);
    const plan = await made();
    const mark = { kind: 'terminal', id: speaker, x: 0.25, y: 0.5 };
    const area = {
      zone: hall,
      points: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    };
    const url = `/v1/site_plan/${plan.id}`;
    const change = (body: object) => site.call('PATCH', url, { token: site.token, body });
    expect((await change({ marks: [mark], areas: [area] })).body.code).toBe(200);
    const row = site.deps.live.topic<SitePlan & Record<string, unknown>>('site_plan').get(plan.id);
    expect(row).toMatchObject({ marks: [mark], areas: [area] });
    expect((await change({ marks: [mark, { ...mark, x: 0.3 }] })).body.code).toBe(400);
    expect((await change({ marks: [{ ...mark, id: 999_999 }] })).body.key).toBe('terminal.notFound');
    expect((await change({ marks: [{ ...mark, x: 1.5 }] })).body.code).toBe(400);
    expect((await change({ areas: [{ ...area, zone: south }] })).body.key).toBe('sitePlan.zoneOutside');
    // Somebody else has saved meanwhile.
    expect((await change({ marks: [], rev: plan.rev })).body.code).toBe(409);
  });
});

describe('changes of marks', () => {
  const markOf = (id: number, x: number) => ({ kind: 'terminal', id, x, y: 0.5 });
  const change = (plan: number, body: object) =>
    site.call('PATCH', `/v1/site_plan/${plan}`, { token: site.token, body });

  test('the audit log holds the marks that were added, moved and removed, not all of them', async () => {
    const ids: number[] = [];
    for (const code of ['LOG-1', 'LOG-2', 'LOG-3', 'LOG-4']) ids.push((await site.adopted(code, north)).id);
    const [stays = 0, moves = 0, goes = 0, comes = 0] = ids;
    const { id } = await made({ marks: [markOf(stays, 0.1), markOf(moves, 0.2), markOf(goes, 0.3)] });
    const marks = [markOf(stays, 0.1), markOf(moves, 0.25), markOf(comes, 0.4)];
    await change(id, { marks, areas: [] });
    const url = `/v1/audit?entity=site_plan&entity_id=${id}&action=edit`;
    const { rows } = (await site.call('GET', url, { token: site.token })).body.value as { rows: AuditRow[] };
    expect(rows.map(({ before, after }) => ({ before, after }))).toEqual([
      {
        before: { marks: [markOf(moves, 0.2), markOf(goes, 0.3)] },
        after: { marks: [markOf(moves, 0.25), markOf(comes, 0.4)] },
      },
    ]);
  });

  test('the marks of a deleted terminal go with it, and the question before it names the plan', async () => {
    const [kept, deleted] = [await site.adopted('GONE-1', north), await site.adopted('GONE-2', north)];
    const line = { kind: 'line', id: deleted.id * 1000 + 1, x: 0.7, y: 0.5 };
    const name = 'With a mark of a deleted terminal';
    const { id } = await made({ name, marks: [markOf(kept.id, 0.1), markOf(deleted.id, 0.2), line] });
    const used = await site.call('GET', `/v1/device/used?ids=${deleted.id}`, { token: site.token });
    expect(JSON.stringify(used.body.value)).toContain(name);
    await site.call('DELETE', `/v1/device/${deleted.id}`, { token: site.token });
    const topic = site.deps.live.topic<SitePlan & Record<string, unknown>>('site_plan');
    await eventually(() => expect(topic.get(id)?.marks).toEqual([markOf(kept.id, 0.1)]));
    const stored = (await site.call('GET', `/v1/site_plan/${id}`, { token: site.token })).body.value;
    expect(stored).toMatchObject({ marks: [markOf(kept.id, 0.1)] });
  });
});

describe('rights', () => {
  test('an account reads the plans of its zones, and changes none without the permission', async () => {
    const [own, other] = [await made(), await made({ org: south })];
    await upload(own.id, makePng(40, 20));
    await upload(other.id, makePng(40, 20));
    const token = await site.limited('northern-plans', north, 'operator');
    const list = (await site.call('GET', '/v1/site_plan', { token })).body.value as { rows: SitePlan[] };
    const ids = list.rows.map(({ id }) => id);
    expect(ids).toContain(own.id);
    expect(ids).not.toContain(other.id);
    expect((await picture(own.id, token)).statusCode).toBe(200);
    expect((await site.post(`/v1/site_plan/${other.id}/ticket`, {}, token)).body.code).toBe(404);
    expect((await upload(own.id, makePng(40, 20), '', token)).code).toBe(403);
    const change = await site.call('PATCH', `/v1/site_plan/${own.id}`, { token, body: { name: 'Mine' } });
    expect(change.body.code).toBe(403);
  });
});

/** A PNG whose header claims more pixels than fit into memory. */
function bigPng(): Buffer {
  return makePng(100_000, 100_000, { pixels: new Uint8Array([0x78, 0x9c, 3, 0, 0, 0, 0, 1]) });
}
