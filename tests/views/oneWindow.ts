import { builtinEnvironments, type Environment } from 'vitest/runtime';

let opened: Promise<unknown> | undefined;

/**
 * A jsdom window shared by all test files of a worker, as the modules are: these keep observers and listeners
 * of the window in which they were loaded. Loading Fluent UI and a new window took four seconds per file.
 */
const environment: Environment = {
  name: 'one-window',
  viteEnvironment: 'client',
  async setup(global, options) {
    opened ??= Promise.resolve(builtinEnvironments.jsdom.setup(global, options));
    await opened;
    return {
      teardown() {
        document.head.replaceChildren();
        document.body.replaceChildren();
        localStorage.clear();
        sessionStorage.clear();
      },
    };
  },
};
export default environment;
