import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import type { Plugin } from 'vite';
import own from '../../package.json' with { type: 'json' };
import { bundleTerminal } from '../packageTerminal.ts';

/** Begin of the name of the package, as the download page lists it. */
const STEM = 'headless_terminal';

/**
 * The headless terminal as a package that npm installs from the address of the server: one program, and the native
 * module that it needs.
 */
export async function makeTerminalPackage(version: string): Promise<Buffer> {
  const about = {
    name: 'tocsin-terminal',
    version,
    license: own.license,
    type: 'module',
    bin: { 'tocsin-terminal': 'terminal.mjs' },
    dependencies: { 'node-av': own.dependencies['node-av'] },
    engines: { node: '>=24' },
  };
  const program = Buffer.concat([Buffer.from('#!/usr/bin/env node\n'), await bundleTerminal(version)]);
  const files = [
    { name: 'package/package.json', mode: 0o644, body: Buffer.from(JSON.stringify(about, null, 2)) },
    { name: 'package/terminal.mjs', mode: 0o755, body: program },
  ];
  const tar = await packTar(
    files.map(({ name, mode, body }) => ({ header: { name, mode, size: body.length, type: 'file' }, body })),
  );
  return gzipSync(tar);
}

/** Writes the package beside the built pages. @param folder replaced as a whole */
export function terminalPackage(folder: string): Plugin {
  return {
    name: 'terminal-package',
    apply: 'build',
    async closeBundle() {
      const bytes = await makeTerminalPackage(own.version);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${STEM}-${own.version}.tgz`), bytes);
    },
  };
}
