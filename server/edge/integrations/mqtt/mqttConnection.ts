import { alarmPermissions } from '../../../../contract/api/permissions.ts';
import { alarmAction } from '../../../../contract/codes.ts';
import { parseMqttAddress } from '../../../../contract/entities/site/mqttAddress.ts';
import { takesCommands } from '../../../../contract/entities/site/zoneControl.ts';
import type { Caller, Callers } from '../../../platform/auth/callers.ts';
import { may } from '../../../platform/http/access.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { Zones } from '../../../site/zones/zones.ts';
import type { AddressPolicy } from '../../../sound/radio/policy.ts';
import { actingFor } from '../actingAccount.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import { readCommand } from './mqttCommand.ts';
import { MqttCommands, type MqttCommandsDeps } from './mqttCommands.ts';
import { type MqttLink, openMqttLink } from './mqttLink.ts';
import { discoveryOf, type PlanFacts, statesOf, topicsOf } from './mqttTopics.ts';
import { siteFacts } from './zoneStates.ts';

export interface MqttConnectionDeps extends MqttCommandsDeps {
  live: LiveHub;
  zones: Zones;
  policy: AddressPolicy;
  callers: Pick<Callers, 'fromAccount'>;
  planOf(id: number): { name: string; org: number | null } | undefined;
  outcome(row: IntegrationRow, error: string): void;
}

/** Connection of one integration, with the account in whose name its commands act. */
export class MqttConnection {
  readonly #deps: MqttConnectionDeps;
  readonly #row: IntegrationRow;
  readonly #host: string;
  #link: MqttLink | null = null;
  readonly #commands: MqttCommands;
  /** Account as it was read last; null: none that may log in; undefined: not read yet. */
  #acting: Caller | null | undefined;
  /** Failure of the link; empty: it works; undefined: not known yet. */
  #failure: string | undefined;
  #reported: string | undefined;
  #isClosed = false;

  constructor(deps: MqttConnectionDeps, row: IntegrationRow) {
    this.#deps = deps;
    this.#row = row;
    this.#host = parseMqttAddress(row.url)?.host ?? '';
    this.#commands = new MqttCommands(deps, row, this.#host);
    // The account is read first, so that the plan is not withdrawn and offered again at each start.
    void this.checkAccount().then(() => {
      if (!this.#isClosed) this.#link = this.#open();
    });
  }

  #open(): MqttLink {
    const { live, zones, policy, log } = this.#deps;
    const row = this.#row;
    const topics = topicsOf(parseMqttAddress(row.url)?.base ?? '', row.id);
    return openMqttLink(row.url, row.secret, {
      policy,
      topics,
      retained: (isWhole) => {
        const facts = siteFacts(live, zones, row.org);
        const controlled = this.#commands.controlled(this.#acting ?? null);
        const states = statesOf(topics, facts, controlled);
        return isWhole
          ? new Map([...states, ...discoveryOf(topics, facts, this.#plan(), controlled)])
          : states;
      },
      read: (below, body) => readCommand(below, body, row),
      command: (command) => this.#commands.take(command),
      ignored: (reason) =>
        log.warn({ integration: row.id }, `a command over MQTT was ignored: it is ${reason}`),
      outcome: (error) => {
        this.#failure = error;
        this.#report();
      },
    });
  }

  /** Plan that is offered: the account may start it. */
  #plan(): PlanFacts | null {
    const { alarm_plan: id } = this.#row;
    const found = id === null ? undefined : this.#deps.planOf(id);
    const acting = this.#acting ?? null;
    if (id === null || found === undefined || found.org === null || acting === null) return null;
    const isOffered = may(acting, alarmPermissions[alarmAction.start]) && inScope(acting.scope, found.org);
    return isOffered ? { id, name: found.name } : null;
  }

  #report(): void {
    if (this.#failure === undefined) return;
    const isMissing = takesCommands(this.#row) && this.#acting === null;
    const error = this.#failure === '' && isMissing ? 'integration.noAccount' : this.#failure;
    if (error === this.#reported) return;
    this.#reported = error;
    this.#deps.outcome(this.#row, error);
  }

  /** Reads the account again, after a change of the rights of accounts. Never rejects. */
  async checkAccount(): Promise<void> {
    if (!takesCommands(this.#row)) return;
    try {
      this.#acting = (await actingFor(this.#deps.callers, this.#row, this.#host))?.caller ?? null;
    } catch (err) {
      this.#deps.log.error({ err, integration: this.#row.id }, 'the account of a broker was not read');
    }
    if (this.#isClosed) return;
    this.#report();
  }

  refresh(isWhole: boolean): void {
    this.#link?.refresh(isWhole);
  }
  event(body: string): void {
    this.#link?.event(body);
  }
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#link?.close();
    await this.#commands.idle();
  }
}
