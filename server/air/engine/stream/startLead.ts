import { PACKET_US } from '../../../../contract/protocol/audio.ts';
import { START_LEAD_US } from '../../../../contract/protocol/frames.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';
import { quantile } from '../../../../contract/rules/quantile.ts';
import type { TerminalLink } from '../../../site/terminals/gateway/terminals.types.ts';

/** Share of the targets for which a start waits, and half of them, for which an alarm waits. */
const MOST = 0.95;
const HALF = 0.5;
/** Processor time for opening a stream at one terminal, µs: the last of many is told that much later. */
const OPENING_US = 20;

type Needs = Pick<TerminalLink, 'leadUs'> & { report: Pick<Report, 'state'> | null };

/** Tells if a terminal plays what it is sent now: its clock is synchronised, and no click is missing. */
const canPlay = ({ report }: Needs) =>
  report !== null && report.state !== 'locked' && report.state !== 'unsynced';

/**
 * Computes the lead with which a terminal joins, µs. Nothing of live speech and of alarms is left out at a loudspeaker
 * that needs much more: it plays them later.
 */
export const joinLead = (neededUs: number, isPrompt: boolean): number =>
  isPrompt ? Math.min(neededUs, START_LEAD_US) : neededUs;

/**
 * Computes the lead of a start, µs: what 95 % of the terminals that can play need, 200 ms at most; terminals that need
 * more join later, in step. An urgent start (an alarm, the emergency microphone, an all-call) does not wait for slow
 * terminals: at most one packet longer than half of them need.
 *
 * @param unknownUs lead of terminals that do not report what they need
 */
export function startLead(
  gateway: { link(terminal: number): Needs | undefined },
  terminals: Iterable<number>,
  isUrgent: boolean,
  unknownUs: number,
): number {
  const needs: number[] = [];
  for (const id of terminals) {
    const link = gateway.link(id);
    if (link !== undefined && canPlay(link)) needs.push(link.leadUs ?? unknownUs);
  }
  const mostUs = quantile(needs, MOST) ?? unknownUs;
  const halfUs = quantile(needs, HALF) ?? unknownUs;
  const linksUs = isUrgent ? Math.min(mostUs, halfUs + PACKET_US) : mostUs;
  return Math.min(START_LEAD_US, linksUs + needs.length * OPENING_US);
}
