import type { Hello } from '../contract/protocol/terminal.ts';
import type { Bench } from './bench.ts';

/** One sentence of the protocol document with the test of a terminal for it. */
export interface Case {
  id: string;
  /** Anchor of the heading in docs/protocols/terminal-protocol.md. */
  anchor: string;
  /** Text of that section that the case proves, word by word. */
  sentence: string;
  /** Observation that passes. */
  expected: string;
  /** True: it lasts several seconds and is left out of a brief run. */
  slow?: true;
  /** True: a person (or a program) presses the keys of the terminal; it runs only if there is one. */
  person?: true;
  /** True: it installs a package of the maker; it runs only if there is one. */
  package?: true;
  /** Condition on what the terminal declares; absent: for every terminal. */
  requires?: { text: string; holds(hello: Hello): boolean };
  /** Resolves with what was seen. @throws Failure with what was seen instead */
  run(bench: Bench): Promise<string>;
}

/** Requires a feature of `features`. */
export const feature = (name: string): NonNullable<Case['requires']> => ({
  text: `feature ${name}`,
  holds: ({ features }) => features.includes(name),
});

/** Requires a call station or dialogue terminal. */
export const station: NonNullable<Case['requires']> = {
  text: 'role 1',
  holds: ({ role }) => role === 1,
};
