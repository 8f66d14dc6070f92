import { BehaviorSubject } from 'rxjs';
import { type RuleFault, uploadFault } from '../../../../contract/rules/ruleChecks.ts';
import type { ApiError } from '../../../api/error.ts';
import type { Upload } from '../../../api/upload.ts';

/** `checking`: the upload is complete and the server checks it. */
export type UploadState = 'waiting' | 'sending' | 'checking' | 'done' | 'refused' | 'cancelled';

export interface UploadItem {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  groupId: number | null;
  /** Owning zone; null: the default of new items of the account. */
  org: number | null;
  state: UploadState;
  /** Fraction sent, 0–1. */
  sent: number;
  /** Bytes per second, smoothed. */
  speed: number;
  /** Reason of the refusal, in the user's language; empty: the connection was lost. */
  reason: string;
}

export interface Uploads {
  readonly items$: BehaviorSubject<readonly UploadItem[]>;
  /**
   * Queues a selection, or none of it, with the error, when it has more files than an upload may have (10).
   */
  add(files: readonly File[], groupId: number | null, org?: number | null): RuleFault | null;
  cancel(id: number): void;
  retry(id: number): void;
  /** Removes finished uploads from the list. */
  clear(): void;
  /** Cancels and removes all uploads: another account has logged in. */
  reset(): void;
}

/** Response of the server for each file of an upload; one request has one file. */
interface UploadAnswer {
  files: readonly { ok: boolean; message: string }[];
}

export type UploadPlace = Pick<UploadItem, 'groupId' | 'org'>;

export interface UploadsDeps {
  send: (file: File, to: UploadPlace, onProgress: (share: number) => void) => Upload<UploadAnswer>;
  /** Monotonic clock, ms. */
  now: () => number;
}

/** Number of concurrent uploads: one that is being checked does not delay the next. */
const atOnce = 2;
/** Weight of the newest measurement in the speed shown. */
const smoothing = 0.3;
/** Shortest time over which the speed is measured, ms. */
const measureMs = 250;

const isOver = ({ state }: UploadItem) => state === 'done' || state === 'refused' || state === 'cancelled';

/**
 * Creates the upload queue of the console. Each file has its own request, so that it succeeds or fails by
 * itself. Uploads go on when the screen is left.
 */
export function createUploads({ send, now }: UploadsDeps): Uploads {
  const items$ = new BehaviorSubject<readonly UploadItem[]>([]);
  const files = new Map<number, File>();
  const running = new Map<number, Upload<UploadAnswer>>();
  let lastId = 0;

  const find = (id: number) => items$.value.find((item) => item.id === id);
  function change(id: number, fields: Partial<UploadItem>): void {
    items$.next(items$.value.map((item) => (item.id === id ? { ...item, ...fields } : item)));
  }

  function follow(id: number): (share: number) => void {
    let at = now();
    let from = 0;
    return (share) => {
      const item = find(id);
      if (item === undefined || isOver(item)) return;
      const time = now();
      let { speed } = item;
      if (time - at >= measureMs) {
        const measured = ((share - from) * item.size * 1000) / (time - at);
        speed = speed === 0 ? measured : speed + (measured - speed) * smoothing;
        at = time;
        from = share;
      }
      change(id, { sent: share, speed, state: share >= 1 ? 'checking' : 'sending' });
    };
  }

  async function run(id: number, file: File, to: UploadPlace): Promise<void> {
    const upload = send(file, to, follow(id));
    running.set(id, upload);
    change(id, { state: 'sending', sent: 0, speed: 0, reason: '' });
    try {
      const [result] = (await upload.result).files;
      if (result?.ok === true) change(id, { state: 'done', sent: 1 });
      else change(id, { state: 'refused', reason: result?.message ?? '' });
    } catch (error) {
      const { aborted, network, message } = error as ApiError;
      change(id, aborted ? { state: 'cancelled' } : { state: 'refused', reason: network ? '' : message });
    } finally {
      running.delete(id);
      next();
    }
  }

  function next(): void {
    for (const { id, state, groupId, org } of items$.value) {
      if (running.size >= atOnce) return;
      const file = files.get(id);
      if (state === 'waiting' && file !== undefined && !running.has(id)) void run(id, file, { groupId, org });
    }
  }

  function forget(gone: readonly UploadItem[]): void {
    for (const { id } of gone) files.delete(id);
    const ids = new Set(gone.map((item) => item.id));
    items$.next(items$.value.filter((item) => !ids.has(item.id)));
  }

  return {
    items$,
    add(selection, groupId, org = null) {
      const fault = uploadFault(selection.length);
      if (fault !== null) return fault;
      const added = selection.map((file): UploadItem => {
        lastId += 1;
        files.set(lastId, file);
        const { name, size } = file;
        return { id: lastId, name, size, groupId, org, state: 'waiting', sent: 0, speed: 0, reason: '' };
      });
      items$.next([...items$.value, ...added]);
      next();
      return null;
    },
    cancel(id) {
      const upload = running.get(id);
      if (upload !== undefined) upload.cancel();
      else if (find(id)?.state === 'waiting') change(id, { state: 'cancelled' });
    },
    retry(id) {
      const item = find(id);
      if (item === undefined || (item.state !== 'refused' && item.state !== 'cancelled')) return;
      change(id, { state: 'waiting', sent: 0, speed: 0, reason: '' });
      next();
    },
    clear: () => forget(items$.value.filter(isOver)),
    reset() {
      const all = items$.value;
      forget(all);
      for (const upload of running.values()) upload.cancel();
    },
  };
}

/** Tells whether an upload is in progress. */
export function isUploading(items: readonly UploadItem[]): boolean {
  return items.some((item) => !isOver(item));
}
