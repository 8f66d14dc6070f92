/** Finds or gets a Chromium that starts on this machine. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { browserCandidates, launchFailure } from './launchBrowser.ts';

/**
 * The first browser that really starts: one that is there (Playwright's own, the system's), else Playwright's own
 * downloaded, else the distribution's package, which only root can install.
 *
 * @returns {Promise<string>} its path
 * @throws {Error} with what was tried
 */
export async function findBrowser() {
  const tried = new Map();
  const firstThatStarts = async () => {
    for (const path of browserCandidates()) {
      if (tried.has(path)) continue;
      let reason = await launchFailure(path);
      if (reason !== null && /sandbox/i.test(reason) && process.env.TOCSIN_CHROMIUM_SANDBOX !== 'off') {
        // A container without user namespaces. The tests load pages of our own only.
        process.env.TOCSIN_CHROMIUM_SANDBOX = 'off';
        reason = await launchFailure(path);
      }
      if (reason === null) return path;
      tried.set(path, reason.split('\n').slice(0, 3).join(' '));
    }
    return undefined;
  };
  const present = await firstThatStarts();
  if (present) return present;
  for (const get of [downloadFromPlaywright, installPackage]) {
    const note = get();
    if (note) tried.set(get.name, note);
    // Libraries that came with a package may make an earlier candidate work.
    for (const path of browserCandidates()) tried.delete(path);
    const found = await firstThatStarts();
    if (found) return found;
  }
  throw new Error(
    'No browser for the browser tests. Tried:\n' +
      [...tried].map(([what, reason]) => `  ${what}: ${reason}\n`).join('') +
      'Install Chromium with the package manager of this machine and run again.',
  );
}

function downloadFromPlaywright() {
  if (existsSync(chromium.executablePath())) return 'is there already';
  console.log("Downloading Playwright's Chromium …");
  const run = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 600_000 });
  return run.status === 0 ? 'downloaded' : 'the download failed';
}

function installPackage() {
  if (process.getuid?.() !== 0) return 'only root can install packages';
  if (!existsSync('/usr/bin/apt-get')) return 'this system has no apt-get';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
  apt('update', '-q');
  // Not every distribution has the shell by itself.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    console.log(`Installing the package ${name} …`);
    if (apt('install', '-y', '-q', '--no-install-recommends', name)) return 'installed';
  }
  return 'apt-get failed';
}
