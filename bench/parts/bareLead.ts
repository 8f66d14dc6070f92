import type { WebSocket } from 'ws';
import { START_LEAD_US } from '../../contract/protocol/frames.ts';
import type { Report } from '../../contract/protocol/terminal.ts';
import { startLead } from '../../server/air/engine/stream/startLead.ts';
import { LinkLead } from '../../server/site/terminals/gateway/linkLead.ts';

/** Lead of a start at the terminals of a bare server, µs: the same rule, from the same reports. */
export class BareLead {
  readonly #leads = new Map<WebSocket, LinkLead>();

  take(socket: WebSocket, report: Report): void {
    const lead = this.#leads.get(socket) ?? new LinkLead();
    this.#leads.set(socket, lead);
    lead.take(report);
  }

  /** @param isUrgent an alarm, which does not wait for slow terminals */
  us(isUrgent: boolean): number {
    const all = [...this.#leads.values()];
    const link = (i: number) => ({ leadUs: all[i]?.us ?? null, report: { state: 'idle' as const } });
    return startLead({ link }, all.keys(), isUrgent, START_LEAD_US);
  }
}
