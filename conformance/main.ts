import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cases } from './cases.ts';
import { readPackage } from './packages.ts';
import type { PersonAction } from './person.types.ts';
import { run } from './run.ts';
import { differenceDb, readPcm, sampleNames, samplesOf, TOLERANCE_DB } from './samples.ts';
import { TestServer } from './testServer.ts';

const USAGE = `Tests a terminal against docs/protocols/terminal-protocol.md (see conformance/README.md).

  npm run conformance -- --listen PORT   plays a server; point the terminal under test to ws://THIS-MACHINE:PORT
  npm run conformance -- --compare NAME FILE.pcm   compares what your decoder made of samples/NAME.frames
  npm run conformance -- --list          lists the cases

  --host ADDRESS   network address to listen at (0.0.0.0)
  --wait S         seconds to wait for the terminal (60)
  --only ID,ID     only these cases, and those of the first connection
  --brief          without cases that last several seconds
  --person         a person presses the keys that the test names; without it these cases are skipped
  --package FILE   upgrade package with another version of the terminal's program, which is installed
  --slack MS       addition to the times of the document for network and machines (250)
  --sound MS       allowed deviation of the first sound from its time (10)
  --lead MS        time from stream.open to its first sound (200)
`;

function number(option: string, text: string, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= max))
    throw new Error(`--${option} takes a number from 0 to ${max}`);
  return value;
}

function compare(name: string | undefined, file: string | undefined): boolean {
  const sample = sampleNames.find((one) => one === name);
  if (sample === undefined || file === undefined)
    throw new Error(`--compare takes a name (${sampleNames.join(', ')}) and a file`);
  const difference = differenceDb(readPcm(sample), samplesOf(readFileSync(file)));
  const isRight = difference <= TOLERANCE_DB;
  process.stdout.write(
    `${isRight ? 'pass' : 'fail'}  ${sample}  difference ${difference.toFixed(1)} dBFS; expected at most ${TOLERANCE_DB} dBFS\n`,
  );
  return isRight;
}

/** Text of what the person at the terminal shall do. */
function keyText(action: PersonAction): string {
  if (action.key === 'dial') return `dial ${action.number}`;
  if (action.key === 'page') return `speak to the zone "${action.zone.name}"`;
  return action.key === 'answer' ? 'answer the call' : 'hang up, or end the page';
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      listen: { type: 'string' },
      host: { type: 'string', default: '0.0.0.0' },
      wait: { type: 'string', default: '60' },
      only: { type: 'string' },
      brief: { type: 'boolean', default: false },
      person: { type: 'boolean', default: false },
      package: { type: 'string' },
      slack: { type: 'string', default: '250' },
      sound: { type: 'string', default: '10' },
      lead: { type: 'string', default: '200' },
      compare: { type: 'string' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (values.compare !== undefined) return compare(values.compare, positionals[0]);
  if (values.list) {
    for (const { id, anchor, sentence } of cases)
      print(`${id.padEnd(21)} #${anchor}: ${sentence.replace(/\s+/g, ' ')}`);
    return true;
  }
  if (values.help || values.listen === undefined) {
    process.stdout.write(USAGE);
    return values.help;
  }
  const only = values.only?.split(',');
  const unknown = only?.filter((id) => !cases.some((one) => one.id === id)) ?? [];
  if (unknown.length > 0) throw new Error(`unknown cases: ${unknown.join(', ')}`);
  const server = await TestServer.start(number('listen', values.listen, 65_535), values.host);
  print(`waiting for a terminal at ws://${values.host}:${server.port}/v1/terminal`);
  const results = await run(server, {
    tolerances: {
      connectMs: number('wait', values.wait, 86_400) * 1e3,
      messageMs: number('slack', values.slack, 60_000),
      soundMs: number('sound', values.sound, 1_000),
      leadMs: number('lead', values.lead, 10_000),
    },
    isBrief: values.brief,
    ...(values.package === undefined ? {} : { package: readPackage(readFileSync(values.package)) }),
    ...(only === undefined ? {} : { only }),
    ...(values.person ? { person: (action: PersonAction) => print(`PRESS    ${keyText(action)}`) } : {}),
    report: ({ result, id, anchor, sentence, seen, expected }) =>
      print(`${result.padEnd(7)}  ${id}  (#${anchor}) "${sentence}"  seen: ${seen}; expected: ${expected}`),
  });
  await server.stop();
  const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
  const passed = count('fail') === 0;
  print(
    JSON.stringify({ passed, pass: count('pass'), fail: count('fail'), skipped: count('skipped'), results }),
  );
  return passed;
}

main().then(
  (passed) => {
    process.exitCode = passed ? 0 : 1;
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
