import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { startAlarm } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { By } from '../../../air/broadcast/startTask.ts';
import type { Actions } from '../../../air/emergency/routes/actions.ts';
import type { Caller, Callers } from '../../../platform/auth/callers.ts';
import { actingFor, mustHave } from '../actingAccount.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import type { MqttCommand } from './mqttCommand.ts';
import { type ControlledZone, controlledZones, type ZoneControlsDeps } from './zoneControls.ts';
import { ZoneSounds, type ZoneSoundsDeps } from './zoneSounds.ts';

export interface MqttCommandsDeps extends ZoneSoundsDeps, ZoneControlsDeps {
  live: ZoneSoundsDeps['live'];
  callers: Pick<Callers, 'fromAccount'>;
  alarms: Pick<Actions, 'start' | 'act'>;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/** Commands of one integration, carried out in their order, in the name and with the rights of its account. */
export class MqttCommands {
  readonly #deps: MqttCommandsDeps;
  readonly #row: IntegrationRow;
  readonly #host: string;
  readonly #sounds: ZoneSounds;
  #last: Promise<void> = Promise.resolve();

  /** @param host host of the broker, for the audit log */
  constructor(deps: MqttCommandsDeps, row: IntegrationRow, host: string) {
    this.#deps = deps;
    this.#row = row;
    this.#host = host;
    this.#sounds = new ZoneSounds(deps, row);
  }

  /** Takes a command. Never throws. */
  take(command: MqttCommand): void {
    this.#last = this.#last.then(() => this.#do(command)).catch((error: unknown) => this.#failed(error));
  }

  /** Waits until all commands are carried out. */
  idle(): Promise<void> {
    return this.#last;
  }

  #warn(reason: string): void {
    this.#deps.log.warn({ integration: this.#row.id }, `a command over MQTT was ${reason}`);
  }

  async #do(command: MqttCommand): Promise<void> {
    const by = await actingFor(this.#deps.callers, this.#row, this.#host);
    if (by === null) {
      this.#warn('refused: it has no account that may log in');
      return;
    }
    if (command.to === 'plan') return this.#plan(by, command.action);
    mustHave(by, command.to === 'task' ? 'operate_task' : 'operate_real_time_task');
    if (command.to === 'task') await this.#sounds.operate(by, command.task, command.action);
    else if (command.to === 'say') await this.#sounds.say(by, command.zone, command.text);
    else if (command.to === 'zone') await this.#sounds.stopAll(by, command.zone);
    else await this.#siren(by, command);
  }

  async #plan(by: By, action: 'start' | 'stop' | 'reset'): Promise<void> {
    const { alarm_plan: plan, name } = this.#row;
    if (plan === null) return;
    if (action === 'start') await this.#deps.alarms.start(by, plan, startAlarm.parse({ desc: name }), 'mqtt');
    else await this.#deps.alarms.act(by, plan, action);
  }

  async #siren(by: By, { zone, order }: Extract<MqttCommand, { to: 'siren' }>): Promise<void> {
    const tones = this.controlled(by.caller).find(({ id }) => id === zone)?.tones;
    const file = order.tone === undefined ? tones?.values().next().value : tones?.get(order.tone);
    if (file === undefined && order.state === 'ON') this.#warn('ignored: its tone is not known');
    else await this.#sounds.siren(by, zone, order, file ?? 0);
  }

  /** Finds the zones that take commands, as an account may use them. */
  controlled(acting: Caller | null): ControlledZone[] {
    return controlledZones(this.#deps, this.#row.zone_controls, acting, (zone) =>
      this.#sounds.isSounding(zone),
    );
  }

  #failed(error: unknown): void {
    if (!(error instanceof AppError))
      this.#deps.log.error({ err: error, integration: this.#row.id }, 'a command over MQTT failed');
    else if (error.code === errorCode.forbidden || error.code === errorCode.notFound)
      this.#warn('refused: its account has no right to it, or does not see its object');
    // Otherwise the state of its object refused it, which the retained states show.
  }
}
