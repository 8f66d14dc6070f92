import { type Figures, finish, type Part, pinnedTo, print, rounded, SERVER_CORE } from './parts/harness.ts';
import { measureSite } from './scale/measureSite.ts';
import { startProduct } from './support/productServer.ts';

/**
 * Benchmark of what each terminal, target of a start and console costs the server: the constants of the model of
 * docs/scale.md that no other benchmark measures. Figures are for each terminal and second, or for each target.
 */
const TERMINALS = Number(process.env.BENCH_TERMINALS ?? 500);

const server = await startProduct({ under: pinnedTo(SERVER_CORE) });
const parts: Part[] = [];
try {
  const measured: Figures = {};
  for (const [name, value] of Object.entries(await measureSite(server, TERMINALS, parts)))
    measured[name] = rounded(value);
  print(JSON.stringify(measured));
  finish({ name: 'scale', baseline: {}, measured, ratio: {}, goal: {}, invalid: [] });
} finally {
  await Promise.all(parts.map((part) => part.end()));
  await server.stop();
}
