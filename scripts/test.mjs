/**
 * `npm test`: types, lint, unit, server and browser tests, one after another, each with its own output, and one
 * line of counts over all of them at the end. Types and lint count as one test each.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';

const reports = mkdtempSync(join(tmpdir(), 'tocsin-reports-'));
const total = { passed: 0, failed: 0, skipped: 0 };

function add({ passed, failed, skipped }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

function run(title, command, args, env = {}) {
  console.log(`\n── ${title} ──`);
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function runPlain(title, command, args) {
  const good = run(title, command, args);
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

function runVitest(title, projects) {
  const file = join(reports, `${title}.json`);
  const args = ['run', ...projects.flatMap((name) => ['--project', name])];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`);
  const good = run(title, 'vitest', args);
  addReport(good, file, (report) => ({
    passed: report.numPassedTests,
    // A file that could not even be loaded has no tests to count.
    failed:
      report.numFailedTests +
      report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
        .length,
    skipped: report.numPendingTests + report.numTodoTests,
  }));
}

async function runPlaywright(title) {
  let browser;
  try {
    browser = await findBrowser();
  } catch (error) {
    console.error(error.message);
    add({ passed: 0, failed: 1, skipped: 0 });
    return;
  }
  console.log(`\nBrowser: ${browser}`);
  const file = join(reports, 'browser.json');
  const good = run(title, 'playwright', ['test', '--reporter=list,json'], {
    TOCSIN_CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  addReport(good, file, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }));
}

runPlain('types', 'tsc', ['--noEmit']);
runPlain('lint', 'biome', ['check', '.']);
runVitest('unit', ['unit', 'views']);
runVitest('server', ['server']);
await runPlaywright('browser');
rmSync(reports, { recursive: true, force: true });

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);
