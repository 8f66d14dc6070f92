import { builtinEnvironments, type Environment } from 'vitest/runtime';

let opened: Promise<unknown> | undefined;

/**
 * A window of jsdom that all test files of a worker share, as they share the modules: these keep observers and
 * listeners of the window that they were loaded in. Loading Fluent UI and a window anew cost each file four seconds.
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
