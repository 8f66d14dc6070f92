import type { TerminalGateway } from '../terminals/gateway/terminals.types.ts';
import type { Faults } from './faults.ts';

/** Reasons why a terminal would not be heard, were something started there now. */
export type SilenceReason = 'offline' | 'locked' | 'unsynced' | 'silent' | 'self_test';

export interface SilenceReasonDeps {
  gateway: Pick<TerminalGateway, 'link'>;
  faults: Pick<Faults, 'openOf'>;
}

/** Faults of online terminals that are known to give no sound. */
const soundless = { terminal_silent: 'silent', self_test: 'self_test' } as const;

/** Reason why a terminal would not be heard now; null: none is known. */
export function silenceReason(
  { gateway, faults }: SilenceReasonDeps,
  terminal: number,
): SilenceReason | null {
  const link = gateway.link(terminal);
  if (link === undefined) return 'offline';
  const state = link.report?.state;
  if (state === 'locked' || state === 'unsynced') return state;
  const known = faults.openOf(terminal).find(({ kind }) => kind in soundless);
  return known === undefined ? null : soundless[known.kind as keyof typeof soundless];
}
