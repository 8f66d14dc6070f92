import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LostNodes } from '../../../server/platform/nodes/lostNodes.ts';
import { listenSecure, type Secure } from '../../../server/start/listen/secure.ts';
import { beat, sourceOf } from '../nodes/nodesSource.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';
import { parseMetrics, type Scrape } from './scrape.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const rules = read('deploy/prometheus/rules.yml');
const dashboard = JSON.parse(read('deploy/grafana/tocsin.json'));
const operations = read('docs/operations.md');

let site: TestApp;
let secure: Secure | null;
let scraped: Scrape;
beforeAll(async () => {
  // A leading node has all metrics; those of a standby server and of relays are always there.
  const bus = () => ({ isOpen: true, since: 0 });
  site = await createTestApp({}, { nodeSource: sourceOf(beat('a', 'https://a'), new LostNodes(), bus) });
  const env = { ...site.deps.env, HTTPS_PORT: 0, HOST: '127.0.0.1' };
  secure = await listenSecure(site.app, env, site.deps);
  await site.app.inject('/healthz');
  scraped = parseMetrics((await site.app.inject('/metrics')).body);
});
afterAll(async () => {
  secure?.cut();
  await secure?.close();
  await site.close();
});

interface Series {
  name: string;
  labels: string[];
  /** Labels that must have one value. */
  values?: Record<string, string>;
}

/** Series that an expression reads, with its labels. */
function seriesOf(expr: string): Series[] {
  const found = expr.matchAll(/\b((?:tocsin|nodejs|process)_\w+)(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    values: Object.fromEntries(
      [...selector.matchAll(/(\w+)\s*="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]),
    ),
  }));
}

/** Reason why a series cannot exist; null: it can. */
function wrongOf({ name, labels, values = {} }: Series): string | null {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  const family = scraped.types.has(name) ? name : scraped.types.get(base) === 'histogram' ? base : null;
  if (family === null) return `${name} is no series of /metrics`;
  const samples = scraped.samples.filter((one) => one.name === name);
  // `instance` and `job` are added by Prometheus.
  const unknown = labels.filter((label) => !['instance', 'job'].includes(label));
  if (samples.length === 0) return null;
  if (!samples.some((one) => unknown.every((label) => label in one.labels)))
    return `${name} has no labels ${unknown.join()}`;
  const wrong = Object.entries(values).find(([label, value]) =>
    samples.every((one) => one.labels[label] !== value),
  );
  return wrong === undefined ? null : `${name} has no ${wrong.join(' ')}`;
}

interface Panel {
  title: string;
  type: string;
  targets?: { expr: string }[];
}
const alerts = rules.split(/^ {6}- alert: /m).slice(1);

test('every alert reads existing series, describes problem and action, and has a section in the handbook', () => {
  expect(alerts.length).toBeGreaterThan(10);
  for (const alert of alerts) {
    const [name = ''] = alert.split('\n', 1);
    const field = (key: string) => new RegExp(`^ +${key}: (.+)$`, 'm').exec(alert)?.[1] ?? '';
    const series = seriesOf(field('expr'));
    expect(series.length > 0 || /\bup\{/.test(field('expr')), name).toBe(true);
    expect(
      series.flatMap((one) => wrongOf(one) ?? []),
      name,
    ).toEqual([]);
    for (const key of ['severity', 'summary', 'description'])
      expect(field(key), `${name} ${key}`).not.toBe('');
    expect(field('runbook')).toBe(`"docs/operations.md#${name.toLowerCase()}"`);
    expect(operations).toContain(`\n### ${name}\n`);
  }
});

test('every panel of the dashboard reads existing series', () => {
  const panels = (dashboard.panels as Panel[]).filter(({ type }) => type !== 'row');
  expect(panels.length).toBeGreaterThan(15);
  for (const { title, targets = [] } of panels) {
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr } of targets) {
      expect(seriesOf(expr).length, expr).toBeGreaterThan(0);
      expect(seriesOf(expr).flatMap((one) => wrongOf(one) ?? [])).toEqual([]);
    }
  }
});

test('names and units follow the Prometheus conventions, and each series has a help text', () => {
  expect(scraped.withoutHelp).toEqual([]);
  const own = [...scraped.types].filter(([name]) => name.startsWith('tocsin_'));
  expect(own.length).toBeGreaterThan(30);
  for (const [name, type] of scraped.types)
    expect(name.endsWith('_total'), `${name} is a ${type}`).toBe(type === 'counter');
  for (const [name, type] of own) {
    if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/);
    expect(name).not.toMatch(/_(ms|milliseconds|kb|mb|megabytes|percent|minutes)(_|$)/);
  }
});

test('unknown series and unknown labels are detected', () => {
  expect(wrongOf({ name: 'tocsin_alarm', labels: [] })).toContain('no series');
  expect(wrongOf({ name: 'tocsin_alarms', labels: ['stat'] })).toContain('no labels');
  expect(seriesOf('tocsin_nodes{role="gone"} > 0').map(wrongOf)).toEqual(['tocsin_nodes has no role gone']);
  expect(
    wrongOf({ name: 'tocsin_http_request_duration_seconds_bucket', labels: ['method', 'le'] }),
  ).toBeNull();
});
