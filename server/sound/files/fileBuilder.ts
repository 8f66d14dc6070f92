import { existsSync } from 'node:fs';
import type { FileLive } from '../../../contract/entities/sound/file.ts';
import type { MediaPaths } from '../../platform/dataFolder/mediaPaths.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import { type FileRow, files } from './media.repository.ts';
import type { Refusal, TranscodeResult } from './protocol.ts';
import { createRetries } from './retries.ts';
import type { Transcoder } from './transcoder.ts';

export function liveFile(row: FileRow): FileLive {
  const { id, org, places, group_id, position, build_status, build_error, duration_ms, loudness, rev } = row;
  const progress = build_status === 'built' ? 1 : 0;
  return {
    id,
    org,
    places,
    group_id,
    position,
    build_status,
    build_error,
    progress,
    duration_ms,
    loudness,
    rev,
  };
}

export interface BuilderDeps {
  db: Db;
  paths: MediaPaths;
  transcoder: Transcoder;
  /** Publishes a stored row, and keeps it in memory. */
  publish(row: FileRow): void;
  topic: Pick<Topic<FileLive>, 'patch'>;
  faults: FaultSink;
  log: { error(details: object, message: string): void };
}

/**
 * Builds the programmes of files in the background and keeps their rows and the `file` topic up to date.
 * Failures of the database or the disk are retried until they succeed.
 */
export function createBuilder(deps: BuilderDeps) {
  const { db, paths, transcoder, publish, topic } = deps;
  const retries = createRetries({ ...deps, kind: 'file' });
  const jobs = new Map<number, { abort: AbortController; done: Promise<void> }>();

  async function set(id: number, values: Partial<FileRow>): Promise<void> {
    const row: FileRow | undefined = await files.items.update(db, id, values);
    // Deleted in the meantime: nothing to publish.
    if (row !== undefined) publish(row);
  }

  async function settle(id: number, result: TranscodeResult | Refusal): Promise<void> {
    if (result.ok) {
      const { durationMs, sourceLufs } = result;
      await set(id, {
        build_status: 'built',
        build_error: null,
        duration_ms: durationMs,
        loudness: sourceLufs,
      });
    } else if (result.reason !== 'media.processingCancelled') {
      await set(id, { build_status: 'failed', build_error: result.reason });
    }
  }

  function build(id: number, signal: AbortSignal): Promise<void> {
    let result: TranscodeResult | Refusal | undefined;
    return retries.run(async () => {
      let started = Promise.resolve();
      if (!existsSync(paths.original(id)))
        return set(id, { build_status: 'failed', build_error: 'media.originalLost' });
      // A retry after a database failure does not transcode again.
      result ??= await transcoder.enqueue({
        input: paths.original(id),
        outDir: paths.programme(id),
        signal,
        onStart: () => {
          // Only for display: the job does not wait for this write or fail with it.
          started = set(id, { build_status: 'building' }).catch(() => {});
        },
        onProgress: (progress) => topic.patch(id, { progress }),
      });
      await started;
      await settle(id, result);
    }, signal);
  }

  return {
    /** Updates a row and publishes it. */
    set,
    /** Queues a file whose original is in place. */
    add(id: number): void {
      const abort = new AbortController();
      const done = build(id, abort.signal).finally(() => jobs.delete(id));
      jobs.set(id, { abort, done });
    },
    /** Stops building a file; resolves when nothing writes into its folder any more. */
    async cancel(id: number): Promise<void> {
      const job = jobs.get(id);
      job?.abort.abort();
      await job?.done;
    },
    /** Ends pending retries, and resolves when nothing runs; the transcoder must be closed first. */
    async close(): Promise<void> {
      retries.close();
      await this.idle();
    },
    /** Resolves when everything that was queued is done. */
    async idle(): Promise<void> {
      await Promise.all([...jobs.values()].map((job) => job.done));
    },
  };
}
export type Builder = ReturnType<typeof createBuilder>;
