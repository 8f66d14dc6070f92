/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import own from './package.json' with { type: 'json' };
import { precompress } from './scripts/precompress.ts';
import { serviceWorker } from './scripts/web/serviceWorker.ts';
import { sharedChunk } from './scripts/web/sharedChunk.ts';
import { terminalPackage } from './scripts/web/terminalPackage.ts';

const outDir = 'dist/web';

/** Tests that measure sound in real time. */
const measured = '**/*.measured.test.ts';
/** Matrices of faults and kills that only `npm run long` runs whole; it sets the variable. */
const onlyLong = process.env.LONG_RUNS === undefined ? ['**/*.long.test.ts'] : [];

/** A state that is waited for may take its time on a busy machine; it is looked for more often than a person could see. */
const polling = { poll: { timeout: 60_000, interval: 50 } };

/** Settings of all tests of the server. */
const server = {
  expect: polling,
  environment: 'node' as const,
  // They wait for sound, timers and answers half of their time.
  maxWorkers: availableParallelism() + 3,
  // The modules of the server hold no state of their own (all is passed in), so the files of a worker share them:
  // loading them again cost each file a second.
  isolate: false,
  globalSetup: 'tests/server/setup/postgres.ts',
  // Processes that build media take their time beside other work.
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

/** One build, three pages: the console, the terminal page and the phone page. The server serves them from `dist/web`. */
export default defineConfig({
  plugins: [
    react(),
    serviceWorker(),
    { name: 'precompress', apply: 'build', closeBundle: () => precompress(outDir) },
    terminalPackage('dist/terminal'),
  ],
  // A page that was loaded before an upgrade still knows which version it is.
  define: { 'import.meta.env.TOCSIN_VERSION': JSON.stringify(own.version) },
  build: {
    outDir,
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: {
      input: { console: 'index.html', terminal: 'terminal/index.html', talk: 'talk/index.html' },
      output: {
        // By itself the bundler puts small modules that all screens share beside the grid, and the login page loads both;
        // and a hundred small files of which each costs a slow link its way there and back.
        codeSplitting: {
          groups: [
            // What both pages have.
            {
              name: 'common',
              priority: 3,
              tags: ['$initial'],
              test: /preload-helper|\/(contract|brands)\/|node_modules\/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|zod)\//,
            },
            // Modules that the phone page shares with the console: without a file of their own it would load the whole shell.
            {
              name: 'speech',
              priority: 2,
              tags: ['$initial'],
              test: /\/src\/(i18n|isolate|machines\/talk|api\/(microphone|phoneLink)|views\/shared\/talk\/useTalkKey)|node_modules\/(xstate|@xstate)\//,
            },
            { name: 'grid', priority: 2, test: /node_modules\/(ag-grid|ag-stack)/ },
            { name: 'charts', priority: 2, test: /node_modules\/(echarts|zrender)\// },
            // The phone page stays in its own file, with its styles.
            {
              name: 'shell',
              priority: 1,
              tags: ['$initial'],
              test: /\/src\/(?!phone\.tsx|views\/phone\/)/,
            },
            // Modules that several screens share: in files of their own, a first load of the devices made 87 requests instead of 17
            // and took 0.5 s more of processor time.
            {
              name: sharedChunk(),
              debugName: 'shared',
              priority: 0.5,
              minShareCount: 2,
              test: /\/(src|contract|node_modules)\//,
            },
            { name: 'lists', priority: 0, minShareCount: 2, test: /\/(src|contract|node_modules)\// },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env.VITE_PORT ?? 5173),
    proxy: { '/v1': { target: `http://127.0.0.1:${process.env.PORT ?? 8080}`, ws: true } },
  },
  test: {
    // Of two processors Vitest would leave one idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'tests/{contract,conformance,machines,streams,api,terminal,brands,locales,scripts,spec-coverage,views}/**/*.test.ts',
          ],
          exclude: [measured, ...onlyLong],
          // As below: what is imported is shared by the files of a worker.
          isolate: false,
          testTimeout: 60_000,
          expect: polling,
        },
      },
      {
        // What is rendered; rules of the views that need no page are among the above.
        test: {
          name: 'views',
          environment: './tests/views/oneWindow.ts',
          setupFiles: 'tests/views/setup.ts',
          isolate: false,
          include: ['tests/views/**/*.test.tsx'],
          expect: polling,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [measured, ...onlyLong],
        },
      },
      {
        // One file after the other, with nothing of normal priority beside it but those of the browser: what is measured
        // there depends on real time.
        test: {
          ...server,
          name: 'measured',
          include: [`tests/{conformance,server,terminal}/${measured}`],
          fileParallelism: false,
        },
      },
    ],
  },
});
