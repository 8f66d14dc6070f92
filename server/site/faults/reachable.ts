import type { TerminalGateway } from '../terminals/gateway/types.ts';
import type { Faults } from './faults.ts';

/** Reasons why a terminal would not be heard, were something started there now. */
export type NotHeard = 'offline' | 'locked' | 'unsynced' | 'silent' | 'self_test';

export interface ReachableDeps {
  gateway: Pick<TerminalGateway, 'link'>;
  faults: Pick<Faults, 'openOf'>;
}

/** Faults of online terminals that are known to give no sound. */
const soundless = { terminal_silent: 'silent', self_test: 'self_test' } as const;

/** Reason why a terminal would not be heard now; null: none is known. */
export function whyNotHeard({ gateway, faults }: ReachableDeps, terminal: number): NotHeard | null {
  const link = gateway.link(terminal);
  if (link === undefined) return 'offline';
  const told = link.report?.state;
  if (told === 'locked' || told === 'unsynced') return told;
  const known = faults.openOf(terminal).find(({ kind }) => kind in soundless);
  return known === undefined ? null : soundless[known.kind as keyof typeof soundless];
}
