import { auditTime, map, type Observable, shareReplay } from 'rxjs';
import type { DeviceLive } from '../../contract/entities/device.ts';
import type { Collection } from './collection.ts';

export interface DeviceCounts {
  total: number;
  online: number;
  /** Those that have been there before; who never came is only part of the total. */
  offline: number;
  /** Should sound and does not, or waits for its click. */
  silent: number;
}

/** Terminals in numbers, at most four times a second. */
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
