/**
 * `npm test`: tests that measure sound in real time, with types, lint and unit tests at the lowest priority beside
 * them, then server tests, then browser tests, each with its own output and the time it took, and one line of counts
 * over all of them at the end. Types and lint count as one test each.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';

const reports = mkdtempSync(join(tmpdir(), 'tocsin-reports-'));
const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
/** Servers, terminals and tools start sooner when the code of one start serves the next. */
const shared = { NODE_COMPILE_CACHE: join(reports, 'code') };

function add({ passed, failed, skipped, failures }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  total.failures.push(...failures);
}

/**
 * Runs a command to its end, at the lowest priority if `isLow`; whether it went well. Its output is passed on at once
 * or, `held` back, in one piece.
 */
function run(title, command, args, { env = {}, held = false, isLow = false } = {}) {
  const began = performance.now();
  if (!held) console.log(`\n── ${title} ──`);
  const child = spawn(command, args, {
    stdio: ['ignore', held ? 'pipe' : 'inherit', held ? 'pipe' : 'inherit'],
    env: { ...process.env, ...shared, ...env },
  });
  if (isLow && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = '';
  for (const stream of held ? [child.stdout, child.stderr] : [])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return new Promise((resolve) => {
    const end = (good) => {
      if (held) console.log(`\n── ${title} ──\n${output}`);
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
  const good = await run(title, command, args, { held: true, isLow: true });
  const failures = good ? [] : [{ name: title, message: 'Its output tells why.' }];
  add({ passed: good ? 1 : 0, failed: failures.length, skipped: 0, failures });
}

/** Runs a test tool with the reporter of ours in this folder, and adds what it counted. */
async function runTool(title, command, args, reporters, how = {}) {
  const file = join(reports, `${title.replaceAll(/\W/g, '-')}.json`);
  const good = await run(title, command, [...args, ...reporters], {
    ...how,
    env: { TOCSIN_TEST_REPORT: file },
  });
  let report = { passed: 0, failed: 0, skipped: 0, failures: [] };
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`No report: ${error.message}`);
  }
  // A tool that ended badly without a failed test (a crash, a signal) counts as one.
  if (!good && report.failed === 0) {
    report.failed = 1;
    report.failures.push({ name: `${command} ended badly`, message: 'Its output tells why.' });
  }
  add(report);
}

/** Runs tests of some projects of Vitest. */
function runVitest(title, projects, how) {
  const args = ['run', ...projects.flatMap((name) => ['--project', name])];
  const reporter = join(import.meta.dirname, 'vitestReport.mjs');
  return runTool(title, 'vitest', args, ['--reporter=default', `--reporter=${reporter}`], how);
}

/** Chooses the browser of all browser tests; whether there is one. */
async function chooseBrowser() {
  try {
    process.env.TOCSIN_CHROMIUM = await findBrowser();
  } catch (error) {
    console.error(error.message);
    add({ passed: 0, failed: 1, skipped: 0, failures: [{ name: 'browser', message: error.message }] });
    return false;
  }
  console.log(`\nBrowser: ${process.env.TOCSIN_CHROMIUM}`);
  return true;
}

/** Runs tests of a project of Playwright. */
function runPlaywright(project, how) {
  const reporter = join(import.meta.dirname, 'playwrightReport.mjs');
  const args = ['test', '--project', project];
  return runTool(`browser: ${project}`, 'playwright', args, [`--reporter=list,${reporter}`], how);
}

const runQuick = () =>
  Promise.all([
    // Its threads check shared types several times, which takes twice the processor time beside the other two.
    runPlain('types', 'tsc', ['--noEmit', '--singleThreaded']),
    runPlain('lint', 'biome', ['check', '.']),
    runVitest('unit', ['unit', 'views'], { held: true, isLow: true }),
  ]);

/** Runs tests that measure in real time, those in the browser beside those without, and nothing else of normal priority. */
const runMeasured = () =>
  Promise.all([
    runVitest('server: measured', ['measured']),
    hasBrowser && runPlaywright('measured', { held: true }),
  ]);

const began = performance.now();
const hasBrowser = await chooseBrowser();
// Measured tests wait for sound most of their time, and go before processes of the lowest priority. On a single
// processor there is no room beside it.
if (availableParallelism() > 1) await Promise.all([runQuick(), runMeasured()]);
else {
  await runQuick();
  await runMeasured();
}
await runVitest('server', ['server']);
if (hasBrowser) await runPlaywright('screens');
rmSync(reports, { recursive: true, force: true });

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
// Thousands of lines stand between a failure and the end: each is printed once more at the end.
if (total.failures.length > 0) console.log('\n── failed ──');
for (const { name, message } of total.failures.slice(0, 20)) console.log(`\n✘ ${name}\n${message}`);
if (total.failures.length > 20) console.log(`\n… and ${total.failures.length - 20} more`);
console.log(`\nAll of it took ${seconds(began)}.\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);
