import type { Tolerances } from '../../conformance/bench.ts';
import { cases } from '../../conformance/cases.ts';
import type { PersonAction } from '../../conformance/person.types.ts';
import { type CaseResult, run } from '../../conformance/run.ts';
import { TestServer } from '../../conformance/testServer.ts';
import type { Part } from '../../terminal/headless/partTypes.ts';
import { createTerminal, type Terminal, type TerminalOptions } from '../../terminal/headless/terminal.ts';
import { type Fault, faultyLink } from './faultyLink.ts';

/** Times in which a busy machine also answers. */
export const patient: Tolerances = { connectMs: 30_000, messageMs: 3_000, soundMs: 10, leadMs: 600 };

/** Runs cases against the headless terminal, which a fault may alter. */
export async function runTerminal(
  options: {
    only?: readonly string[];
    isBrief?: boolean;
    fault?: Fault;
    tolerances?: Tolerances;
    part?: Part;
    /** Features beside those of every terminal. */
    more?: Pick<TerminalOptions, 'keep' | 'upgrade'>;
  } = {},
): Promise<CaseResult[]> {
  const { fault, part, more = {}, tolerances = patient, ...chosen } = options;
  const server = await TestServer.start(0, '127.0.0.1');
  const link = fault === undefined ? null : await faultyLink(server.port, fault);
  const url = link?.url ?? `http://127.0.0.1:${server.port}`;
  const terminal = createTerminal({
    server: url,
    code: 'TESTED',
    ...more,
    ...(part === undefined ? {} : { part }),
  });
  /** Keys of a station, as lines of its standard input. */
  const person = ({ session }: Terminal, action: PersonAction) => {
    if (action.key === 'page') session.sender.start({ orgs: [action.zone.id] });
    else part?.line?.(action.key === 'dial' ? ['dial', action.number] : [action.key], session);
  };
  try {
    return await run(server, {
      tolerances,
      ...(part?.role === 1 ? { person: (action: PersonAction) => person(terminal, action) } : {}),
      ...chosen,
    });
  } finally {
    terminal.stop();
    link?.stop();
    await server.stop();
  }
}

/** Ids of the cases with a result. */
export const idsOf = (results: readonly CaseResult[], wanted: CaseResult['result']): string[] =>
  results.filter(({ result }) => result === wanted).map(({ id }) => id);

/** Ids of the cases with one of these requirements. */
export const idsThatRequire = (...texts: string[]): string[] =>
  cases.flatMap(({ id, requires }) => (requires !== undefined && texts.includes(requires.text) ? [id] : []));
