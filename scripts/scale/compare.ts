import type { Constants } from './constants.ts';
import { defaultLimits, resourcesOf } from './resources.ts';
import type { Load } from './sitesAtCentre.ts';

const rounded = (value: number) => Number(value.toPrecision(4));

/**
 * Compares the model with a measured site: one line for each figure, with the ratio of the model to the measurement.
 *
 * @param speed of the machine that measured, relative to that of the constants
 */
export function comparedWith(measured: Record<string, number>, constants: Constants, speed: number): string {
  const terminals = measured.terminals ?? 0;
  const resources = resourcesOf('server', constants, { ...defaultLimits, controlRooms: 0 });
  const load = (playing: number): Load => ({
    ...{ seconds: 1, terminals, relays: 0, playing, playingSites: 1 },
    ...{ changed: 0, alarmed: 0, connected: 0, upgrading: 0 },
  });
  const cores = (playing: number) => resources.processor(load(playing)).share * defaultLimits.cores;
  const bytesPerS = (playing: number) =>
    resources.network(load(playing)).share * defaultLimits.networkBytesPerS -
    playing * constants.consoleBytes;
  const figure = (key: string) => measured[key] ?? Number.NaN;
  const ownMs = { idle: figure('idle_cpu_ms'), playing: figure('playing_cpu_ms') };
  const rows: [string, number, number][] = [
    ['cores, idle', cores(0), ((figure('base_cpu_ms') + terminals * ownMs.idle) / 1000) * speed],
    [
      'cores, all play',
      cores(terminals) - (terminals * constants.consoleCpuMs) / 1000,
      ((figure('base_cpu_ms') + terminals * (ownMs.idle + ownMs.playing)) / 1000) * speed,
    ],
    ['bytes a second, idle', bytesPerS(0), terminals * figure('idle_bytes')],
    [
      'bytes a second, all play',
      bytesPerS(terminals),
      terminals * (figure('idle_bytes') + figure('playing_bytes')),
    ],
    ['rows of a start and stop', terminals * constants.startRows, terminals * figure('start_rows')],
    ['rows of an alarm', terminals * constants.alarmRows, terminals * figure('alarm_rows')],
    ['MB of memory', constants.memoryBaseMb + terminals * constants.memoryMb, figure('memory_mb')],
  ];
  const lines = rows.map(
    ([name, model, own]) =>
      `${name}: model ${rounded(model)}, measured ${rounded(own)}, ratio ${rounded(model / own)}`,
  );
  return [`${terminals} terminals, speed ${rounded(speed)}`, ...lines].join('\n');
}
