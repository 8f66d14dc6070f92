import type { DialledCode } from '../../../../contract/entities/site/dialPlan.ts';
import {
  KEPT_CALLS,
  type PhoneCallLive,
  type PhoneResult,
} from '../../../../contract/entities/site/phoneCall.ts';
import type { Topic } from '../../../platform/live/hub.ts';
import type { IntegrationRow } from '../integration.repository.ts';

/** Entry of one call. */
export interface LoggedCall {
  /** Notes the code whose PIN was right, and the account that it acts for. */
  dialled(code: DialledCode, account: string): void;
  result(result: PhoneResult): void;
  /** Notes the end. A call that was still dialling has hung up. */
  end(): void;
}

/** Last calls of each telephone system, as live rows. Digits that were dialled are not in it, but for a code with its right PIN. */
export class PhoneLog {
  readonly #topic: Topic<PhoneCallLive>;
  readonly #now: () => number;
  #last = 0;

  /** @param now epoch ms */
  constructor(topic: Topic<PhoneCallLive>, now: () => number = Date.now) {
    this.#topic = topic;
    this.#now = now;
  }

  /** Notes a call that has been answered. */
  begin({ id: integration, org }: IntegrationRow, caller: string): LoggedCall {
    const id = ++this.#last;
    const startedMs = this.#now();
    const own = this.#of(integration);
    for (const old of own.slice(0, Math.max(0, own.length - KEPT_CALLS + 1))) this.#topic.remove(old.id);
    this.#topic.upsert({
      ...{ id, org, integration, caller, at: Math.floor(startedMs / 1000) },
      ...{ code: '', action: null, account: '', result: 'dialling', length_s: null },
    });
    return {
      dialled: ({ code, action }, account) => this.#topic.patch(id, { code, action, account }),
      result: (result) => this.#topic.patch(id, { result }),
      end: () => {
        const row = this.#topic.get(id);
        if (row === undefined || row.length_s !== null) return;
        const length_s = Math.round((this.#now() - startedMs) / 1000);
        const result = row.result === 'dialling' ? 'hung_up' : row.result;
        this.#topic.patch(id, { length_s, result });
      },
    };
  }

  #of(integration: number): PhoneCallLive[] {
    return this.#topic
      .snapshot()
      .filter((row) => row.integration === integration)
      .sort((a, b) => a.id - b.id);
  }

  /** Follows the zones of integrations; null: one is gone, with its calls. */
  follow(rowOf: (integration: number) => Pick<IntegrationRow, 'org'> | null): void {
    for (const one of this.#topic.snapshot()) {
      const row = rowOf(one.integration);
      if (row === null) this.#topic.remove(one.id);
      else if (one.org !== row.org) this.#topic.upsert({ ...one, org: row.org });
    }
  }
}
