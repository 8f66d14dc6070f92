import { auditTime, map, type Observable, shareReplay } from 'rxjs';
import type { DeviceLive } from '../../contract/entities/terminals/device.ts';
import type { Collection } from './collection.ts';

export interface DeviceCounts {
  total: number;
  online: number;
  /** Terminals that were online before; those that never connected count in the total only. */
  offline: number;
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
  let silent = 0;
  for (const row of rows) {
    if (row.online) online += 1;
    else if (row.last_login_time !== null) offline += 1;
    if (row.sound === 'silent' || row.sound === 'locked') silent += 1;
  }
  return { total: rows.length, online, offline, silent };
}
