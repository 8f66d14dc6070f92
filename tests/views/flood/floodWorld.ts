import type { AlarmEnded, AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { FaultKind } from '../../../contract/fieldCodes.ts';
import type { FloodSource } from '../../../src/streams/flood.ts';
import { faultRow } from '../../streams/faultRow.ts';
import { random } from '../../support/random.ts';

/** An alarm or fault of the simulated site. */
export interface Happening {
  id: number;
  what: 'alarm' | 'drill' | 'fault';
  /** Epoch ms; of a fault in whole seconds. */
  at: number;
  over: boolean;
  acknowledged: boolean;
  kind: FaultKind;
  /** Null: the whole site. */
  zone: number | null;
  subnet: string;
  /** Number of returns; 0: it does not chatter. */
  chatter: number;
  /** The cause is gone for the moment, and the fault waits for its return. */
  away: boolean;
}

export const zones = [
  { id: 1, parent_id: null, name: 'Site' },
  { id: 2, parent_id: 1, name: 'North' },
  { id: 3, parent_id: 2, name: 'First school' },
  { id: 4, parent_id: 2, name: 'Second school' },
  { id: 5, parent_id: 1, name: 'South' },
];
const kinds: FaultKind[] = ['terminal_lost', 'terminal_silent', 'disk'];
const HOUR_MS = 3_600_000;

/** Simulated site with single faults and floods, alarms and drills, and occasional looks of a person. */
export class FloodWorld {
  now = 1_800_000_000_000;
  all: Happening[] = [];
  looked = 0;
  #last = 0;
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = random(seed);
  }

  chance(p: number): boolean {
    return this.#random() < p;
  }

  some(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  step(): void {
    this.now += this.some(this.chance(0.2) ? 900_000 : 60_000);
    const roll = this.#random();
    if (roll < 0.25) this.#begin('fault', 1);
    else if (roll < 0.4) this.#begin('fault', 2 + this.some(12));
    else if (roll < 0.5) this.#begin(this.chance(0.5) ? 'drill' : 'alarm', 1);
    else if (roll < 0.6) this.looked = this.now;
    else for (const one of this.all) if (!one.over && this.chance(0.4)) this.#change(one);
    if (this.chance(0.05)) for (const one of this.all) one.over = true;
    // The server reports finished items for an hour.
    this.all = this.all.filter(({ over, at }) => !over || at > this.now - HOUR_MS);
  }

  #begin(what: Happening['what'], n: number): void {
    const kind = kinds[this.some(2)] ?? 'disk';
    const subnet = this.chance(0.5) ? '10.1.2.0/24' : '';
    const zone = kind === 'disk' ? null : 2 + this.some(3);
    for (let i = 0; i < n; i++) {
      const at = this.now - this.some(this.chance(0.5) ? 3_000 : 90_000);
      this.all.push({
        ...{ id: ++this.#last, what, kind, subnet, over: false, acknowledged: false, away: false },
        at: what === 'fault' ? Math.floor(at / 1000) * 1000 : at,
        zone: this.chance(0.6) ? zone : this.chance(0.1) ? null : 2 + this.some(3),
        chatter: this.chance(0.2) ? 3 + this.some(9) : 0,
      });
    }
  }

  #change(one: Happening): void {
    const roll = this.#random();
    if (roll < 0.5) one.over = true;
    else if (roll < 0.75) one.acknowledged = true;
    else if (one.chatter > 0) one.away = !one.away;
  }

  /** The rows as the server would send them. */
  source(): FloodSource {
    const alarms = this.all.filter(({ what }) => what !== 'fault');
    const faults = this.all.filter(({ what }) => what === 'fault').map((one) => this.#fault(one));
    const isOver = ({ state }: Fault) => state === 'resolved';
    return {
      alarms: alarms.filter(({ over }) => !over).map(alarmRow),
      faults: faults.filter((fault) => !isOver(fault)),
      ended: {
        alarms: alarms
          .filter(({ over }) => over)
          .map((one): AlarmEnded => ({ ...alarmRow(one), ended_at: this.now })),
        faults: faults.filter(isOver),
      },
    };
  }

  #fault({ id, kind, at, zone, over, acknowledged, subnet, chatter, away }: Happening): Fault {
    return faultRow(id, {
      ...{ kind, subnet, chatter, org: zone, opened_at: at / 1000 },
      state: over ? 'resolved' : acknowledged ? 'acknowledged' : 'new',
      cleared_at: away || over ? Math.floor(this.now / 1000) : null,
    });
  }
}

function alarmRow({ id, what, at, acknowledged, zone }: Happening): AlarmLive {
  return {
    id,
    plan_id: id,
    plan_name: `Plan ${id}`,
    org: zone === null ? null : [zone],
    drill: what === 'drill' ? 'silent' : 'none',
    state: 'alarming',
    silenced: false,
    began_at: at,
    acknowledged_at: acknowledged ? at + 1 : null,
  } as AlarmLive;
}
