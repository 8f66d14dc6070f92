import { runChild } from '../../../server/platform/workers/child.ts';
import { storeCompiled } from '../../../server/platform/workers/storeCompiled.ts';

/** Program that stores the compiled code of another one and runs it as a worker; passes on its lines. */
const [program = '', argument = ''] = process.argv.slice(2);
await storeCompiled([program]);
const limits = { memoryMb: 1_500, cpuSeconds: 20, fileMb: 16, wallMs: 60_000, stallMs: 60_000, nice: 0 };
await runChild({ program, argument, limits, onLine: (line) => process.stdout.write(`${line}\n`) });
