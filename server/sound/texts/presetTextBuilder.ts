import { AppError, isMessageKey, type MessageKey } from '../../../contract/api/errors.ts';
import type { Db } from '../../platform/db/client.ts';
import { Semaphore } from '../../platform/process/semaphore.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import { createRetries } from '../files/retries.ts';
import type { SpeechMaker } from '../voice/speechMaker.ts';
import type { PresetTextRow, PresetTextStore } from './presetText.repository.ts';

/** Texts synthesised at a time in the background; previews do not wait for them. */
const AT_ONCE = 1;

export interface PresetTextBuilderDeps {
  db: Db;
  store: PresetTextStore;
  speech: SpeechMaker;
  publish(row: PresetTextRow): void;
  faults: FaultSink;
  log: { error(details: object, message: string): void };
}

function reasonOf(error: AppError): MessageKey {
  const { reason } = error.params;
  return isMessageKey(reason) ? reason : 'media.speechEngineFailed';
}

/**
 * Synthesises texts in the background, one after the other, and keeps their rows and the topic up to date.
 * Failures of the database or the disk are retried until they succeed.
 */
export function createPresetTextBuilder(deps: PresetTextBuilderDeps) {
  const { db, store, speech } = deps;
  const retries = createRetries({ ...deps, kind: 'preset_text' });
  const slots = new Semaphore(AT_ONCE);
  const closing = new AbortController();
  /** Current job of each text. A superseded job finishes without storing anything. */
  const jobs = new Map<number, AbortController>();
  const running = new Set<Promise<void>>();

  async function set(id: number, values: Partial<PresetTextRow>): Promise<void> {
    const row: PresetTextRow | undefined = await store.items.update(db, id, values);
    // Deleted in the meantime: nothing to publish.
    if (row !== undefined) deps.publish(row);
  }

  async function build(id: number, again: boolean, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const row = await store.items.get(db, { all: true }, id);
    if (row === undefined) return;
    await set(id, { build_status: 'building' });
    const { textContent: text, voiceName: voice, voiceSpeed: speed } = row;
    const made = await speech.build({ text, voice, speed }, { again }).catch((error: unknown) => {
      // A refusal of the engine is stored with its reason; other errors are retried.
      if (error instanceof AppError) return error;
      throw error;
    });
    // On shutdown the row stays as it is: the next start continues.
    if (signal.aborted) return;
    if (made instanceof AppError) await set(id, { build_status: 'failed', build_error: reasonOf(made) });
    else {
      const { key, duration_ms } = made;
      await set(id, { build_status: 'built', build_error: null, duration_ms, speech_key: key });
    }
  }

  return {
    /** Queues a text as it is stored now; a job that runs for it is cancelled. */
    add(id: number, again = false): void {
      jobs.get(id)?.abort();
      const abort = new AbortController();
      const signal = AbortSignal.any([abort.signal, closing.signal]);
      jobs.set(id, abort);
      const attempt = () => slots.run(() => build(id, again, signal), signal);
      const job = retries.run(attempt, signal).finally(() => {
        if (jobs.get(id) === abort) jobs.delete(id);
        running.delete(job);
      });
      running.add(job);
    },
    cancel(id: number): void {
      jobs.get(id)?.abort();
    },
    async close(): Promise<void> {
      closing.abort();
      retries.close();
      await Promise.all(running);
    },
  };
}
