import { audioSource, loopMode } from '../../../../contract/codes.ts';
import { playDefaultsOf } from '../../../../contract/entities/sound/playConfig.ts';
import { startRealTimeTask } from '../../../../contract/entities/tasks/broadcast.ts';
import { sayNow, spokenTask } from '../../../../contract/entities/tasks/sayNow.ts';
import { defaultLanguage } from '../../../../contract/language.ts';
import type { BroadcastService } from '../../../air/broadcast/broadcast.service.ts';
import type { By } from '../../../air/broadcast/startTask.ts';
import type { TaskService } from '../../../air/schedule/tasks/task.service.ts';
import type { Config } from '../../../platform/config/config.ts';
import { playConfigNow } from '../../../platform/config/playDefaults.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import type { SirenOrder } from './mqttCommand.ts';

export interface ZoneSoundsDeps {
  live: LiveHub;
  config: Pick<Config, 'get'>;
  broadcasts: Pick<BroadcastService, 'start' | 'stop' | 'stopAll'>;
  tasks: Pick<TaskService, 'operate'>;
}

/** Sounds that the commands of one integration start and stop, by the services of the console. */
export class ZoneSounds {
  readonly #deps: ZoneSoundsDeps;
  readonly #row: Pick<IntegrationRow, 'name'>;
  /** Broadcasts that sirens have started, by zone. */
  readonly #sirens = new Map<number, number>();

  constructor(deps: ZoneSoundsDeps, row: Pick<IntegrationRow, 'name'>) {
    this.#deps = deps;
    this.#row = row;
  }

  /** Tells if a sound that the siren of a zone has started is on the air. */
  isSounding(zone: number): boolean {
    const id = this.#sirens.get(zone);
    return id !== undefined && this.#deps.live.state('task').rows.has(id);
  }

  /** Speaks a text in a zone, with the defaults of the play configuration. @throws AppError as for a person */
  async say(by: By, zone: number, textContent: string): Promise<void> {
    const say = sayNow.parse({ ...this.#defaults(), textContent, orgs: [zone] });
    await this.#deps.broadcasts.start(by, spokenTask(say));
  }

  /** Stops all that plays in a zone. @throws AppError as for a person */
  async stopAll(by: By, zone: number): Promise<void> {
    await this.#deps.broadcasts.stopAll(by, defaultLanguage, zone);
  }

  async operate(by: By, task: number, action: 'start' | 'stop'): Promise<void> {
    await this.#deps.tasks.operate(by, task, action);
  }

  /**
   * Switches the siren of a zone: a sound of the zone repeats until it is switched off, or for a time. One that
   * sounds is replaced.
   *
   * @param file sound to play
   * @throws AppError as for a person
   */
  async siren(by: By, zone: number, order: SirenOrder, file: number): Promise<void> {
    const before = this.#sirens.get(zone);
    if (before !== undefined && this.isSounding(zone)) await this.#deps.broadcasts.stop(by, before);
    this.#sirens.delete(zone);
    if (order.state === 'OFF') return;
    const { volume, ...defaults } = this.#defaults();
    const task = startRealTimeTask.parse({
      ...defaults,
      ...{ name: this.#row.name, audio_source: audioSource.mediaFile, files: [file], orgs: [zone] },
      ...{ chime_before: null, chime_after: null, loop: loopMode.listLoop },
      volume: order.volume_level === undefined ? volume : Math.round(order.volume_level * 100),
      duration: Math.ceil(order.duration ?? 0),
    });
    const { id } = await this.#deps.broadcasts.start(by, task);
    this.#sirens.set(zone, id);
  }

  #defaults() {
    return playDefaultsOf(playConfigNow(this.#deps));
  }
}
