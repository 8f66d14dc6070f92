import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { startAlarm } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { Actions } from '../../../air/emergency/routes/actions.ts';
import type { Callers } from '../../../platform/auth/callers.ts';
import { actingFor } from '../actingAccount.ts';
import type { IntegrationRow } from '../integration.repository.ts';

export interface MqttCommandsDeps {
  callers: Pick<Callers, 'fromAccount'>;
  alarms: Pick<Actions, 'start' | 'act'>;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/** Commands of one integration, carried out in their order, in the name and with the rights of its account. */
export class MqttCommands {
  readonly #deps: MqttCommandsDeps;
  readonly #row: IntegrationRow;
  readonly #host: string;
  #last: Promise<void> = Promise.resolve();

  /** @param host host of the broker, for the audit log */
  constructor(deps: MqttCommandsDeps, row: IntegrationRow, host: string) {
    this.#deps = deps;
    this.#row = row;
    this.#host = host;
  }

  /** Takes a command for the plan. Never throws. */
  take(action: string): void {
    this.#last = this.#last.then(() => this.#do(action)).catch((error: unknown) => this.#failed(error));
  }

  /** Waits until all commands are carried out. */
  idle(): Promise<void> {
    return this.#last;
  }

  #warn(reason: string): void {
    this.#deps.log.warn({ integration: this.#row.id }, `a command over MQTT was ${reason}`);
  }

  async #do(action: string): Promise<void> {
    const { alarm_plan: plan, name } = this.#row;
    if (plan === null) return;
    if (action !== 'start' && action !== 'stop' && action !== 'reset') {
      this.#warn('ignored: it is not known');
      return;
    }
    const by = await actingFor(this.#deps.callers, this.#row, this.#host);
    if (by === null) this.#warn('refused: it has no account that may log in');
    else if (action === 'start')
      await this.#deps.alarms.start(by, plan, startAlarm.parse({ desc: name }), 'mqtt');
    else await this.#deps.alarms.act(by, plan, action);
  }

  #failed(error: unknown): void {
    if (!(error instanceof AppError))
      this.#deps.log.error({ err: error, integration: this.#row.id }, 'a command over MQTT failed');
    else if (error.code === errorCode.forbidden || error.code === errorCode.notFound)
      this.#warn('refused: its account has no right to it, or does not see the plan');
    // Otherwise the state of the plan refused it, which the retained states show.
  }
}
