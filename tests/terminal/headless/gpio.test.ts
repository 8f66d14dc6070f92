import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Gpio, openGpio } from '../../../terminal/headless/gpio.ts';
import { eventually } from '../../support/eventually.ts';

/** Programs that stand in for those of libgpiod: pins are lines of a file, what is set is written down. */
let folder: string;
let gpio: Gpio | undefined;
const path = process.env.PATH;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-gpio-'));
  program('gpioget', `cat ${join(folder, 'pins')}`);
  const log = join(folder, 'set');
  program(
    'gpioset',
    `echo "$@" >> ${log}; while read line; do echo "$line" >> ${log}; [ "$line" = "set 22=1" ] && exit 1; done`,
  );
  process.env.PATH = `${folder}${delimiter}${path}`;
});
afterEach(() => {
  gpio?.stop();
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, text: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
}
function open(outputs: number[]) {
  const heard = {
    contacts: [] as (readonly boolean[] | null)[],
    held: [] as boolean[],
    logged: [] as string[],
  };
  gpio = openGpio(
    { chip: 'gpiochip0', inputs: [17, 27], outputs },
    {
      contacts: (closed) => heard.contacts.push(closed),
      held: (isHeld) => heard.held.push(isHeld),
      log: (text) => heard.logged.push(text),
    },
  );
  return { heard, gpio };
}
const set = () => readFileSync(join(folder, 'set'), 'utf8').trim().split('\n');

test('a contact to ground is closed, and an unreadable pin is reported', async () => {
  writeFileSync(join(folder, 'pins'), '1 0\n');
  const { heard } = open([]);
  await eventually(() => expect(heard.contacts.at(-1)).toEqual([false, true]));
  writeFileSync(join(folder, 'pins'), '0 1\n');
  await eventually(() => expect(heard.contacts.at(-1)).toEqual([true, false]));
  program('gpioget', 'echo "no such chip" >&2; exit 1');
  await eventually(() => expect(heard.contacts.at(-1)).toBe(null));
  expect(heard.logged).toEqual(['gpioget: no such chip\n'.trim()]);
});

test('gpioset holds the outputs; if it ends, it is started again with the same states', async () => {
  writeFileSync(join(folder, 'pins'), '1 1\n');
  const { heard, gpio: pins } = open([22, 23]);
  await eventually(() => expect(set()).toEqual(['--interactive --chip gpiochip0 22=0 23=0']));
  pins.set(2, true);
  await eventually(() => expect(set().at(-1)).toBe('set 23=1'));
  await eventually(() => expect(heard.held).toEqual([true]));
  pins.set(1, true);
  // The process ends then; until it is started again, no process holds the outputs.
  await eventually(() => expect(heard.held).toEqual([true, false, true]));
  await eventually(() => expect(set().at(-1)).toBe('--interactive --chip gpiochip0 22=1 23=1'));
});
