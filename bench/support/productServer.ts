import { type ServerOptions, startServer, type TestServer } from '../../tests/support/server.ts';

/**
 * Starts the server with the processor priorities of the product, which tests set to normal.
 * `BENCH_ROOT`: folder of another version of the program, to compare with.
 */
export function startProduct(options: ServerOptions = {}): Promise<TestServer> {
  const { BENCH_ROOT: root } = process.env;
  return startServer({
    ...(root === undefined ? {} : { root }),
    ...options,
    env: { MEDIA_NICE: '', SERVER_NICE: '', ...options.env },
  });
}
