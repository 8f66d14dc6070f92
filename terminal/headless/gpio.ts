import { type ChildProcess, execFile, spawn } from 'node:child_process';

/**
 * GPIO pins of a Linux machine (a Raspberry Pi) by the programs of libgpiod 2. Inputs are polled with `gpioget`:
 * levels cannot be lost between two calls, as edges could. `gpioset --interactive` holds the outputs while it runs.
 * Contacts close to ground, against a pull-up.
 */
export interface GpioPins {
  /** `gpiochip0` or its path. */
  chip: string;
  /** Line offsets of the inputs and outputs 1, 2, … */
  inputs: readonly number[];
  outputs: readonly number[];
}

export interface GpioEvents {
  /** Called with the contacts of the inputs 1, 2, …; null: not readable. */
  contacts(closed: readonly boolean[] | null): void;
  /** Called when the outputs are held or released by the kernel. */
  held(isHeld: boolean): void;
  log(text: string): void;
}

/** Polling interval of the inputs, ms. */
const READ_MS = 50;
/** Timeout of a program, ms. */
const TIMEOUT_MS = 2_000;
/** Delay of restarting a program that has ended, ms. */
const RETRY_MS = 2_000;

export interface Gpio {
  set(output: number, on: boolean): void;
  stop(): void;
}

/** Opens the pins, and keeps them open until `stop`. */
export function openGpio({ chip, inputs, outputs }: GpioPins, events: GpioEvents): Gpio {
  const on = outputs.map(() => false);
  let setter: ChildProcess | null = null;
  let reader: ChildProcess | null = null;
  let isStopped = false;
  let failure = '';
  const timers = new Set<NodeJS.Timeout>();

  function later(ms: number, act: () => void): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  }
  /** Logs a repeated failure only once. */
  function complain(program: string, reason: string): void {
    const text = `${program}: ${reason.trim() || 'has ended'}`;
    if (text !== failure && !isStopped) events.log(text);
    failure = text;
  }

  function read(): void {
    const args = ['--chip', chip, '--numeric', '--bias', 'pull-up', ...inputs.map(String)];
    reader = execFile('gpioget', args, { timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      if (isStopped) return;
      const values = stdout.trim().split(/\s+/);
      const isWhole = error === null && values.length === inputs.length;
      events.contacts(isWhole ? values.map((value) => value === '0') : null);
      if (!isWhole) complain('gpioget', stderr || (error?.message ?? stdout));
      later(isWhole ? READ_MS : RETRY_MS, read);
    });
  }

  function hold(): void {
    const levels = outputs.map((pin, i) => `${pin}=${on[i] ? 1 : 0}`);
    const child = spawn('gpioset', ['--interactive', '--chip', chip, ...levels], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let reason = '';
    child.stdin.on('error', () => {});
    child.stderr.on('data', (data) => {
      reason = `${reason}${data}`.slice(-500);
    });
    child.on('error', (error) => {
      reason = error.message;
    });
    child.on('spawn', () => events.held(true));
    child.on('close', () => {
      setter = null;
      events.held(false);
      complain('gpioset', reason);
      later(RETRY_MS, hold);
    });
    setter = child;
  }

  if (inputs.length > 0) read();
  if (outputs.length > 0) hold();
  return {
    set(output, isOn) {
      on[output - 1] = isOn;
      setter?.stdin?.write(`set ${outputs[output - 1]}=${isOn ? 1 : 0}\n`);
    },
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      setter?.kill();
      reader?.kill();
    },
  };
}
