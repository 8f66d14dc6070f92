import type { NotHeard } from '../../../contract/fieldCodes.ts';
import type { TerminalGateway } from '../terminals/gateway/terminals.types.ts';
import type { Faults } from './faults.ts';

export interface SilenceReasonDeps {
  gateway: Pick<TerminalGateway, 'link'>;
  /** Name of the relay of a terminal that is behind a lost one; null: none. */
  lostRelayOf(terminalId: number): string | null;
  faults: Pick<Faults, 'openOf'>;
}

/** Faults of online terminals that are known to give no sound. */
const soundless = { terminal_silent: 'silent', self_test: 'self_test' } as const;

/** Tells whether the server has no connection to a terminal that would not be heard for this reason. */
export const isAway = (reason: NotHeard | null) => reason === 'offline' || reason === 'behind_relay';

/** Reason why a terminal would not be heard now; null: none is known. */
export function silenceReason(
  { gateway, lostRelayOf, faults }: SilenceReasonDeps,
  terminal: number,
): NotHeard | null {
  const link = gateway.link(terminal);
  if (link === undefined) return lostRelayOf(terminal) === null ? 'offline' : 'behind_relay';
  const state = link.report?.state;
  if (state === 'locked' || state === 'unsynced') return state;
  const known = faults.openOf(terminal).find(({ kind }) => kind in soundless);
  return known === undefined ? null : soundless[known.kind as keyof typeof soundless];
}
