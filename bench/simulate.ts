import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { comparedWith } from '../scripts/scale/compare.ts';
import { constantsOf, storedBenchmarks, valuesOf } from '../scripts/scale/constants.ts';
import {
  constantsTable,
  dayTable,
  heldTable,
  type Run,
  serversTable,
  topologies,
} from '../scripts/scale/report.ts';
import { defaultLimits } from '../scripts/scale/resources.ts';
import { type Part, pinnedTo, print, SERVER_CORE } from './parts/harness.ts';
import { measureSite } from './scale/measureSite.ts';
import { processorSpeed } from './support/machine.ts';
import { startProduct } from './support/productServer.ts';

/**
 * `npm run simulate`: a day of many sites, by a model whose constants were measured (docs/performance). Prints the use
 * of each resource for 10,000, 100,000 and a million terminals; `--write` puts the tables into docs/scale.md. With
 * `--check` it starts a server with 200 terminals instead, and prints the model's figures beside the measured ones.
 */
const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const SIZES = [10_000, 100_000, 1_000_000];
const page = new URL('../docs/scale.md', import.meta.url);
const constants = constantsOf(storedBenchmarks());

if (values.check) await check(200);
else
  simulate({
    ...{ sites: Number(values.sites), seed: Number(values.seed) },
    ...{ constants: valuesOf(constants), limits: defaultLimits },
  });

function simulate(run: Run): void {
  const began = performance.now();
  const parts: Record<string, string> = { constants: constantsTable(constants) };
  for (const terminals of SIZES)
    parts[`day-${terminals}`] = topologies
      .map((topology) => {
        const title =
          topology === 'server'
            ? 'Without relays (one server, or the leader of nodes)'
            : 'With a relay at each site';
        return `${title}:\n\n${dayTable(run, topology, terminals)}`;
      })
      .join('\n\n');
  parts.held = heldTable(run);
  parts.servers = serversTable(run, SIZES);
  for (const [name, text] of Object.entries(parts)) print(`\n${name}\n\n${text}`);
  if (values.write) writeInto(parts);
  print(`\n${run.sites} sites, seed ${run.seed}: ${Math.round((performance.now() - began) / 1000)} s`);
}

/** Replaces the marked parts of the page. */
function writeInto(parts: Record<string, string>): void {
  let text = readFileSync(page, 'utf8');
  for (const [name, part] of Object.entries(parts)) {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/scale.md has no part ${name}`);
    text = `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
  }
  writeFileSync(page, text);
}

async function check(terminals: number): Promise<void> {
  const server = await startProduct({ under: pinnedTo(SERVER_CORE) });
  const parts: Part[] = [];
  try {
    const measured = await measureSite(server, terminals, parts);
    print(comparedWith(measured, valuesOf(constants), processorSpeed()));
  } finally {
    await Promise.all(parts.map((part) => part.end()));
    await server.stop();
  }
}
