import { type HistoryState, historyStates, LEVEL_EVERY_MS } from '../../../contract/entities/site/history.ts';
import { createSlices } from '../../platform/process/slices.ts';
import type { DeviceState } from '../terminals/deviceState.ts';
import type { Devices } from '../terminals/devicesApi.ts';
import { shouldSound } from '../terminals/gateway/playingState.ts';
import { countedAs } from '../terminals/zoneCounts.ts';
import type { Zones } from '../zones/zones.ts';
import { type Block, pack, subjects, terminalRecord } from './packing.ts';
import { RecentLevels } from './recentLevels.ts';
import { Sums } from './sums.ts';

/** Time that one look at a terminal stands for, s. */
const SAMPLE_S = LEVEL_EVERY_MS / 1000;
/** Number of terminals between two looks at the clock of the slices. */
const PART = 250;

/** State of a terminal for its history; null: it has never been connected, so it is not missing. */
export function stateOf(device: DeviceState): HistoryState | null {
  const counted = countedAs(device);
  if (counted !== 'online') return counted === 'expected' ? null : counted;
  if (device.sound === 'silent' || device.sound === 'locked') return 'silent';
  if (!shouldSound(device.playing)) return 'idle';
  if (device.sound === 'unknown') return 'unknown';
  return device.sound === 'ok' ? 'sounding' : 'idle';
}

/** One terminal in the minute that is being collected. */
interface Own {
  sums: Sums;
  /** Index of the worst state. */
  worst: number;
}

/**
 * Collects the history of the current minute from the states that the server holds of its terminals; nothing is
 * asked of a terminal. It looks at each of them every two seconds, in slices that give way to sound, and holds
 * one entry per terminal, zone and broadcast.
 */
export class Collector {
  readonly levels = new RecentLevels();
  readonly #devices: Pick<Devices, 'all'>;
  readonly #zones: Pick<Zones, 'ancestors'>;
  #terminals = new Map<number, Own>();
  /** Sums of terminals that lie in a zone itself. */
  #inZone = new Map<number, Sums>();
  #broadcasts = new Map<number, Sums>();
  /** Seconds of the current minute for which terminals were looked at. */
  #seenS = 0;

  constructor(devices: Pick<Devices, 'all'>, zones: Pick<Zones, 'ancestors'>) {
    this.#devices = devices;
    this.#zones = zones;
  }

  /** Looks at every terminal once. */
  async look(): Promise<void> {
    const nextSlice = createSlices();
    let seen = 0;
    for (const device of this.#devices.all()) {
      if (seen % PART === 0) await nextSlice();
      seen += 1;
      this.#take(device);
    }
    this.#seenS += SAMPLE_S;
    this.levels.seal();
  }

  #take(device: DeviceState): void {
    const state = stateOf(device);
    if (state === null) return;
    const { id, kind, org } = device.terminal;
    const isSounding = state === 'sounding';
    const level = isSounding ? (device.report?.level_db ?? null) : null;
    const loss = isSounding ? device.lostPct : null;
    const taken: Sums[] = [];
    let own = this.#terminals.get(id);
    if (own === undefined) {
      own = { sums: new Sums(), worst: 0 };
      this.#terminals.set(id, own);
    }
    own.worst = Math.max(own.worst, historyStates.indexOf(state));
    taken.push(own.sums);
    // Zones count loudspeakers, as the rows of the console do, and nothing is known of those behind a lost relay.
    const isKnown = state !== 'behind_relay';
    if (isKnown && kind === 'device' && org !== null) taken.push(sumsIn(this.#inZone, org));
    const { task_id } = device.playing;
    if (isKnown && task_id !== null) {
      taken.push(sumsIn(this.#broadcasts, task_id));
      this.levels.take(task_id, org, level);
    }
    for (const sums of taken) {
      sums.terminalS += SAMPLE_S;
      if (isSounding) sums.soundingS += SAMPLE_S;
      if (state === 'silent') sums.silentS += SAMPLE_S;
      if (state === 'offline') sums.offlineS += SAMPLE_S;
      if (device.lossy) sums.lossyS += SAMPLE_S;
      if (level !== null) sums.takeLevel(level, SAMPLE_S);
      if (loss !== null) sums.takeLoss(loss, SAMPLE_S);
    }
  }

  /**
   * Ends a minute: packs what was collected in it, and begins the next one. Empty if nothing was looked at. A
   * minute that was seen in part, as at the start, counts as a whole one.
   */
  async endMinute(minute: number): Promise<Block[]> {
    const [terminals, inZone, broadcasts] = [this.#terminals, this.#inZone, this.#broadcasts];
    const scale = this.#seenS === 0 ? 1 : 60 / this.#seenS;
    this.#seenS = 0;
    this.#terminals = new Map();
    this.#inZone = new Map();
    this.#broadcasts = new Map();
    const nextSlice = createSlices();
    await nextSlice();
    const zones = new Map<number, Sums>();
    for (const [org, sums] of inZone)
      for (const id of this.#zones.ancestors(org)) sumsIn(zones, id).add(sums);
    const records: [number, Uint8Array][] = [];
    for (const [id, { sums, worst }] of terminals) {
      if (records.length % PART === 0) await nextSlice();
      const state = historyStates[worst] ?? 'idle';
      records.push([id, terminalRecord({ state, level_db: sums.levelDb, loss_pct: sums.lossPct })]);
    }
    await nextSlice();
    return [
      ...pack(subjects.terminal, minute, records),
      ...pack(subjects.zone, minute, recordsOf(zones, scale)),
      ...pack(subjects.broadcast, minute, recordsOf(broadcasts, scale)),
    ];
  }
}

function sumsIn(all: Map<number, Sums>, id: number): Sums {
  let sums = all.get(id);
  if (sums === undefined) {
    sums = new Sums();
    all.set(id, sums);
  }
  return sums;
}

const recordsOf = (all: ReadonlyMap<number, Sums>, scale: number) =>
  [...all].map(([id, sums]) => [id, sums.record(scale)] as const);
