import type { CallState } from '../contract/protocol/call.ts';
import type { Bench } from './bench.ts';
import type { TerminalLink } from './link.ts';

/** Stream on which a station may send. */
export const UPLINK_STREAM = 57;

/** Sends the state of a call with the station Gate. */
export function callState(
  link: TerminalLink,
  call: number,
  state: CallState['state'],
  more: Partial<CallState> = {},
): void {
  const peer = { name: 'Gate', number: '205' };
  link.send({ type: 'call.state', call, state, peer, priority: 0, ...more });
}

/** Waits for this state: that of the last status before `sinceUs`, or of one that arrives later. */
export function stationState(bench: Bench, link: TerminalLink, sinceUs: number, wanted: string) {
  const states = () =>
    link.ofType('status').flatMap(({ atUs, message }) => ('peer' in message ? [{ atUs, ...message }] : []));
  return link.until(`status ${wanted}`, 1_100 + bench.tolerances.messageMs, () => {
    const all = states();
    const last = all.at(-1);
    if (last !== undefined && last.atUs < sinceUs && last.state === wanted) return last;
    return all.find(({ atUs, state }) => atUs >= sinceUs && state === wanted);
  });
}
