import { auditTime, map, type Observable, shareReplay } from 'rxjs';
import type { DeviceLive } from '../../contract/entities/terminals/device.ts';
import type { Collection } from './collection.ts';
import { awayState } from './deviceState.ts';

export interface DeviceCounts {
  total: number;
  online: number;
  /** Terminals that were online before; those that never connected count in the total only. */
  offline: number;
  /** Terminals of a relay that is not connected. */
  behind_relay: number;
  /** Terminals that should sound and do not, or wait for a click in their browser. */
  silent: number;
}

/** Counts of terminals, at most four times a second. */
export function createDeviceCounts(device: Collection<DeviceLive>): Observable<DeviceCounts> {
  return device.rows$.pipe(auditTime(250), map(countDevices), shareReplay({ bufferSize: 1, refCount: true }));
}

export function countDevices(rows: readonly DeviceLive[]): DeviceCounts {
  let online = 0;
  let offline = 0;
  let behind_relay = 0;
  let silent = 0;
  for (const row of rows) {
    if (row.online) online += 1;
    else {
      const away = awayState(row);
      if (away === 'behind_relay') behind_relay += 1;
      else if (away !== 'expected') offline += 1;
    }
    if (row.sound === 'silent' || row.sound === 'locked') silent += 1;
  }
  return { total: rows.length, online, offline, behind_relay, silent };
}
