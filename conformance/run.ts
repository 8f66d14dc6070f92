import { Bench, type Tolerances } from './bench.ts';
import type { Case } from './case.types.ts';
import { cases } from './cases.ts';
import { Failure } from './failure.ts';
import type { GivenPackage } from './packages.ts';
import type { PersonAction } from './person.types.ts';
import type { TestServer } from './testServer.ts';

export interface CaseResult {
  id: string;
  result: 'pass' | 'fail' | 'skipped';
  anchor: string;
  sentence: string;
  expected: string;
  seen: string;
  /** Duration of the case, ms. */
  ms: number;
}

export interface RunOptions {
  tolerances: Tolerances;
  /** Leaves out slow cases. */
  isBrief?: boolean;
  /** Cases to run; the first connection's are always among them. Absent: all. */
  only?: readonly string[];
  /** Tells a person at the terminal which key to press; absent: there is nobody. */
  person?(action: PersonAction): void;
  /** Package with another version of the terminal's program; absent: none. */
  package?: GivenPackage;
  /** Called after each case. */
  report?(result: CaseResult): void;
}

/** Cases that bring the terminal from its first connection to its welcome. */
export const FIRST_CASES: readonly string[] = ['address', 'hello', 'found', 'adopted'];

/** Runs the cases one after the other against the terminal that connects to `server`. */
export async function run(server: TestServer, options: RunOptions): Promise<CaseResult[]> {
  const bench = new Bench(server, options.tolerances, options);
  const results: CaseResult[] = [];
  const chosen = cases.filter(
    ({ id }) => options.only === undefined || FIRST_CASES.includes(id) || options.only.includes(id),
  );
  for (const one of chosen) {
    const { id, anchor, sentence, expected } = one;
    const beganMs = performance.now();
    const outcome = await outcomeOf(one, bench, options.isBrief ?? false);
    const result = {
      id,
      ...outcome,
      anchor,
      sentence: sentence.replace(/\s+/g, ' '),
      expected,
      ms: Math.round(performance.now() - beganMs),
    };
    bench.stopSenders();
    server.isReachable = true;
    results.push(result);
    options.report?.(result);
    // Without a connection no other case says anything about the terminal.
    if (id === 'address' && result.result === 'fail') break;
  }
  return results;
}

async function outcomeOf(
  one: Case,
  bench: Bench,
  isBrief: boolean,
): Promise<Pick<CaseResult, 'result' | 'seen'>> {
  if (isBrief && one.slow) return { result: 'skipped', seen: 'not part of a brief run' };
  const { requires } = one;
  if (one.person && bench.person === null) return { result: 'skipped', seen: 'nobody presses keys' };
  if (one.package && bench.package === null) return { result: 'skipped', seen: 'no package is given' };
  if (requires && (bench.hello === null || !requires.holds(bench.hello)))
    return { result: 'skipped', seen: `${requires.text} is not declared` };
  try {
    return { result: 'pass', seen: await one.run(bench) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { result: 'fail', seen: error.message };
  }
}
