import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { START_LEAD_US } from '../../../contract/protocol/frames.ts';
import { quantile } from '../../../contract/rules/quantile.ts';
import type { TerminalGateway, TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';

/** Share of the targets for which a start waits, and half of them, for which an alarm waits. */
const MOST = 0.95;
const HALF = 0.5;
/** Processor time for opening a stream at one terminal, µs: the last of many is told that much later. */
const OPENING_US = 30;

/** Lead with which a terminal joins a stream, µs. */
export const joinLead = ({ lead_us }: Pick<TerminalLink, 'lead_us'>): number => lead_us ?? START_LEAD_US;

/**
 * Lead of a start, µs: what 95 % of the terminals that can play need, 200 ms at most; terminals that need more join
 * later, in step. An urgent start (an alarm, the emergency microphone, an all-call) does not wait for slow terminals:
 * at most one packet longer than half of them need.
 */
export function startLead(
  gateway: Pick<TerminalGateway, 'link'>,
  terminals: Iterable<number>,
  isUrgent: boolean,
): number {
  const needs: number[] = [];
  for (const id of terminals) {
    const lead_us = gateway.link(id)?.lead_us ?? null;
    if (lead_us !== null) needs.push(lead_us);
  }
  const most_us = quantile(needs, MOST) ?? START_LEAD_US;
  const half_us = quantile(needs, HALF) ?? START_LEAD_US;
  const links_us = isUrgent ? Math.min(most_us, half_us + PACKET_US) : most_us;
  return Math.min(START_LEAD_US, links_us + needs.length * OPENING_US);
}
