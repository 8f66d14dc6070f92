import { type ServerOptions, startServer, type TestServer } from '../../tests/support/server.ts';

/**
 * Starts the server with the processor priorities of the product, which tests set to normal.
 * `BENCH_ROOT`: folder of another version of the program, to compare with. `BENCH_NODE_OPTIONS`: options of
 * Node.js for the server, such as `--cpu-prof --cpu-prof-dir=FOLDER`.
 */
export function startProduct(options: ServerOptions = {}): Promise<TestServer> {
  const { BENCH_ROOT: root, BENCH_NODE_OPTIONS: nodeOptions } = process.env;
  return startServer({
    ...(root === undefined ? {} : { root }),
    ...options,
    env: {
      MEDIA_NICE: '',
      SERVER_NICE: '',
      ...(nodeOptions === undefined ? {} : { NODE_OPTIONS: nodeOptions }),
      ...options.env,
    },
  });
}
