import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  type PresetTextLive,
  presetTextEntity,
  presetTextGroupEntity,
} from '../../../contract/entities/sound/presetText.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { AlarmUse } from '../../site/uses/alarmUse.ts';
import { mustOwn } from '../../site/zones/owner.ts';
import { createLibrary } from '../library/library.ts';
import type { Library, LibraryDeps } from '../library/library.types.ts';
import type { BroadcastItem } from '../source/broadcastItem.ts';
import type { Speech } from '../voice/growingSpeech.ts';
import type { SpeechMaker } from '../voice/speechMaker.ts';
import { type PresetTextRow, presetTexts } from './presetText.repository.ts';
import { createPresetTextBuilder } from './presetTextBuilder.ts';

export interface PresetTexts {
  library: Library<PresetTextRow, PresetTextLive>;
  /** Reads texts and groups again, and synthesises those that have no sound. */
  load(): Promise<void>;
  /** Synthesises a text again. @throws AppError 404 */
  rebuild(caller: Caller, ip: string, id: number): Promise<void>;
  /** Finds the programme of a text. @throws AppError 404 when it does not exist, 409 when it is not built */
  programme(row: PresetTextRow): Promise<Speech>;
  /**
   * Items of a broadcast of these texts, in their order (a text may come twice).
   * @throws AppError 404 for one that does not exist, 409 for one that is not built
   */
  items(ids: readonly number[]): Promise<BroadcastItem[]>;
  close(): Promise<void>;
}

/** Fields that change the sound of a text. */
const spoken = ['textContent', 'voiceName', 'voiceSpeed'] as const;

function live(row: PresetTextRow): PresetTextLive {
  const { id, org, places, group_id, position, build_status, build_error, duration_ms, rev } = row;
  return { id, org, places, group_id, position, build_status, build_error, duration_ms, rev };
}

/**
 * Creates the service of preset texts and their groups. Call after the migration; it resumes unfinished
 * builds.
 */
export async function createPresetTexts(
  deps: LibraryDeps & {
    speech: SpeechMaker;
    alarmUse: AlarmUse;
    faults: FaultSink;
    /** True when the rows come from a snapshot, and nothing can be written. */
    isAway: boolean;
    log: { error(details: object, message: string): void };
  },
): Promise<PresetTexts> {
  const { db, speech, audit } = deps;
  const waiting = { build_status: 'waiting', build_error: null } as const;
  const library: Library<PresetTextRow, PresetTextLive> = await createLibrary(deps, {
    entity: presetTextEntity,
    groupEntity: presetTextGroupEntity,
    store: presetTexts,
    topic: 'preset_text',
    groupTopic: 'preset_text_group',
    groupHolds: 'media.groupHoldsTexts',
    usesOf: (tx, ids) => deps.uses.find(tx, 'preset_text', ids),
    live,
    hooks: {
      beforeCreate: async (_tx, _caller, values) => ({ ...values, ...waiting }),
      async beforePatch(_tx, _caller, row, values) {
        deps.alarmUse.mustBeIdle.presetText(row.id);
        return spoken.some((field) => values[field] !== undefined && values[field] !== row[field])
          ? { ...values, ...waiting }
          : values;
      },
      committed(before, after) {
        if (after?.build_status === 'waiting') builder.add(after.id);
        else if (after === null && before !== null) builder.cancel(before.id);
      },
    },
  });
  const builder = createPresetTextBuilder({ ...deps, store: presetTexts, publish: library.publish });

  /** Synthesises the texts that have no sound. */
  async function buildMissing(): Promise<void> {
    for (const row of await presetTexts.allItems(db)) {
      if (row.build_status === 'failed') continue;
      const isThere = row.speech_key !== null && (await speech.find(row.speech_key)) !== null;
      if (row.build_status === 'built' && isThere) continue;
      library.publish(await presetTexts.items.update(db, row.id, waiting));
      builder.add(row.id);
    }
  }
  // Without the database nothing can be stored.
  if (!deps.isAway) await buildMissing();

  async function programme(row: PresetTextRow): Promise<Speech> {
    const isBuilt = row.build_status === 'built' && row.speech_key !== null;
    if (!isBuilt) throw new AppError(errorCode.conflict, 'media.notReady', { name: row.name });
    const found = await speech.find(row.speech_key ?? '');
    if (found === null) throw new AppError(errorCode.conflict, 'media.speechLost');
    return found;
  }

  return {
    async load() {
      await library.load();
      await buildMissing();
    },
    library,
    programme,
    async rebuild(caller, ip, id) {
      deps.alarmUse.mustBeIdle.presetText(id);
      const row = await db.transaction(async (tx) => {
        const found = await presetTexts.items.lock(tx, caller.scope, id);
        if (found === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
        mustOwn(caller, found);
        await audit.record(tx, caller, { action: 'build', entity: 'preset_text', entity_id: id, ip });
        return presetTexts.items.update(tx, id, waiting);
      });
      library.publish(row);
      builder.add(id, true);
    },
    async items(ids) {
      const rows = new Map((await library.itemsOf(ids)).map((row) => [row.id, row]));
      return Promise.all(
        ids.map(async (id) => {
          const row = rows.get(id);
          if (row === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
          const { path, duration_ms } = await programme(row);
          return { kind: 'speech' as const, file_id: null, name: row.name, path, duration_ms };
        }),
      );
    },
    close: () => builder.close(),
  };
}
