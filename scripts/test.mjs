/**
 * `npm test`: types, lint and unit tests side by side, then server tests, then browser tests, each with its own output
 * and the time it took, and one line of counts over all of them at the end. Types and lint count as one test each.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';

const reports = mkdtempSync(join(tmpdir(), 'tocsin-reports-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** What went wrong, by its title. */
const bad = [];
/** Servers, terminals and tools start sooner when the code of one start serves the next. */
const shared = { NODE_COMPILE_CACHE: join(reports, 'code') };

function add({ passed, failed, skipped }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

/** Runs a command to its end, its output passed on at once or, `held` back, in one piece; whether it went well. */
function run(title, command, args, { env = {}, held = false } = {}) {
  const began = performance.now();
  if (!held) console.log(`\n── ${title} ──`);
  const child = spawn(command, args, {
    stdio: ['ignore', held ? 'pipe' : 'inherit', held ? 'pipe' : 'inherit'],
    env: { ...process.env, ...shared, ...env },
  });
  let output = '';
  for (const stream of held ? [child.stdout, child.stderr] : [])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return new Promise((resolve) => {
    const end = (good) => {
      if (held) console.log(`\n── ${title} ──\n${output}`);
      if (!good) bad.push(title);
      console.log(`── ${title}: ${good ? 'passed' : 'FAILED'} in ${seconds(began)} ──`);
      resolve(good);
    };
    child.once('error', (error) => {
      console.error(error.message);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

const seconds = (began) => `${Math.round((performance.now() - began) / 1000)} s`;

async function runPlain(title, command, args) {
  const good = await run(title, command, args, { held: true });
  add({ passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 });
}

/** Adds the counts of a report; a run that failed without any failed test (a crash, no report) counts as one. */
function addReport(good, file, count) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(`No report: ${error.message}`);
    counts.failed = 1;
  }
  if (!good && counts.failed === 0) counts.failed = 1;
  add(counts);
}

/** Runs tests of some projects of Vitest and adds their counts. */
async function runVitest(title, projects) {
  const file = join(reports, `${title.replaceAll(/\W/g, '-')}.json`);
  const args = ['run', ...projects.flatMap((name) => ['--project', name])];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`);
  const good = await run(title, 'vitest', args);
  addReport(good, file, ({ testResults }) => {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const { status, assertionResults } of testResults) {
      // A file that could not even be loaded has no tests to count.
      if (status === 'failed' && assertionResults.length === 0) counts.failed += 1;
      for (const one of assertionResults)
        counts[one.status === 'passed' || one.status === 'failed' ? one.status : 'skipped'] += 1;
    }
    return counts;
  });
}

async function runPlaywright() {
  let browser;
  try {
    browser = await findBrowser();
  } catch (error) {
    console.error(error.message);
    add({ passed: 0, failed: 1, skipped: 0 });
    return;
  }
  console.log(`\nBrowser: ${browser}`);
  for (const project of ['screens', 'measured']) {
    const file = join(reports, `${project}.json`);
    const good = await run(
      `browser: ${project}`,
      'playwright',
      ['test', '--project', project, '--reporter=list,json'],
      {
        env: { TOCSIN_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      },
    );
    addReport(good, file, ({ stats, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    }));
  }
}

const began = performance.now();
await Promise.all([
  runPlain('types', 'tsc', ['--noEmit']),
  runPlain('lint', 'biome', ['check', '.']),
  runVitest('unit', ['unit', 'views']),
]);
await runVitest('server', ['server']);
// What is measured in real time has the machine for itself, here as in the browser.
await runVitest('server: measured', ['measured']);
await runPlaywright();
rmSync(reports, { recursive: true, force: true });

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
if (bad.length > 0) console.log(`\nFailed: ${bad.join(', ')} (see above)`);
console.log(`\nAll of it took ${seconds(began)}.\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);
