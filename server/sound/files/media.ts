import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Callers } from '../../platform/auth/callers.ts';
import { mediaPaths } from '../../platform/dataFolder/mediaPaths.ts';
import type { Db } from '../../platform/db/client.ts';
import { createPathTickets } from '../../platform/http/pathTickets.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Env } from '../../platform/process/env.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { SpeakingTerminals } from '../../site/terminals/tts/speakers.ts';
import type { AlarmUse } from '../../site/uses/alarmUse.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import type { Zones } from '../../site/zones/zones.ts';
import { spawnSpeechDecoder, startDecoder } from '../radio/decoder.ts';
import { speechKeys } from '../texts/presetText.repository.ts';
import { presetTextRoutes } from '../texts/presetText.routes.ts';
import { createPresetTexts, type PresetTexts } from '../texts/presetText.service.ts';
import { createSpeechMaker, type SpeechMaker } from '../voice/speechMaker.ts';
import { voiceRoutes } from '../voice/voice.routes.ts';
import { createVoice, spawnSpeaker } from '../voice/voice.ts';
import { mediaRoutes } from './media.routes.ts';
import { createFileService, type FileService } from './media.service.ts';
import { createTones, type Tones } from './tones.ts';
import { createTranscoder, DEFAULT_LIMITS } from './transcoder.ts';
import { createWarmProcess } from './warmProcess.ts';

export interface MediaDeps {
  uses: UseRegistry;
  env: Env;
  db: Db;
  log: {
    error(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  live: LiveHub;
  audit: Audit;
  callers: Callers;
  faults: FaultSink;
  alarmUse: AlarmUse;
  zones: Zones;
  /** True when the rows come from a snapshot, and nothing can be written. */
  isAway: boolean;
  /** Reads the programme folders of the broadcasts that have not ended, relative to the data folder. */
  pathsOnAir(): Promise<ReadonlySet<string>>;
  /** TTS terminals that may synthesise speech. */
  speakers: SpeakingTerminals;
  /** Another synthesis program, for tests. */
  speechProgram?: string;
  /**
   * Keeps a synthesis and an encoding process started ahead: costs 0.2 GB, and saves each text their start
   * time.
   */
  aheadOfSpeech?: boolean;
}

export interface Media {
  files: FileService;
  speech: SpeechMaker;
  tones: Tones;
  presetTexts: PresetTexts;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

const SWEEP_EVERY_MS = 86_400_000;
/** Uploads transcoded at a time: half of the processors. */
const builders = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** Creates all services of stored sound: uploads, their programmes, synthesised texts. */
export async function createMedia(deps: MediaDeps): Promise<Media> {
  const { env, db, log, faults } = deps;
  const paths = mediaPaths(env.DATA_DIR);
  const transcoder = createTranscoder({
    concurrency: builders,
    limits: { ...DEFAULT_LIMITS, nice: env.MEDIA_NICE },
    log,
  });
  // A person waits for speech: it neither queues behind long uploads nor runs at the lowest priority.
  const speaking = createTranscoder({ concurrency: 2, limits: { ...DEFAULT_LIMITS, nice: 5 }, log });
  const tickets = createPathTickets();
  const maxMb = env.UPLOAD_MAX_MB;
  const files = await createFileService({ ...deps, paths, transcoder, maxMb });
  const { speechProgram, aheadOfSpeech = false } = deps;
  const speaker = createWarmProcess(
    (isAhead) => spawnSpeaker(isAhead, paths.incoming, speechProgram),
    aheadOfSpeech && env.TTS_URL === undefined,
  );
  const decoder = createWarmProcess(spawnSpeechDecoder, aheadOfSpeech);
  const voice = createVoice({
    spare: speaker,
    ttsUrl: env.TTS_URL,
    terminals: deps.speakers,
    log,
    espeak: speechProgram,
    onHealth(engine, isWell) {
      if (isWell) faults.resolve('tts', engine);
      else faults.open({ kind: 'tts', subject: engine, params: { engine } });
    },
  });
  // A fault of a speech service that is no longer configured is dropped.
  if (env.TTS_URL === undefined) faults.drop('tts', 'service');
  const speech = createSpeechMaker({
    ...{ paths, voice, transcoder: speaking },
    decode: (on) => startDecoder({ ...on, facts: () => {} }, decoder.take()),
  });
  const presetTexts = await createPresetTexts({ ...deps, speech });
  const sweep = async () => {
    try {
      const kept = (await speechKeys(db)).map((key) => paths.speechRelative(key));
      await speech.sweep(new Set([...(await deps.pathsOnAir()), ...kept]));
    } catch (error) {
      log.error({ error }, 'old spoken texts could not be removed');
    }
  };
  if (!deps.isAway) await sweep();
  const timer = setInterval(sweep, SWEEP_EVERY_MS);
  timer.unref();
  return {
    files,
    speech,
    tones: createTones({ paths, transcoder: speaking }),
    presetTexts,
    routes(app) {
      mediaRoutes(app, { ...deps, files, paths, maxMb, tickets });
      voiceRoutes(app, { ...deps, speech, paths, tickets });
      presetTextRoutes(app, { ...deps, presetTexts, paths, tickets });
    },
    async close() {
      clearInterval(timer);
      speech.close();
      speaker.close();
      decoder.close();
      await Promise.all([presetTexts.close(), transcoder.close(), speaking.close()]);
      await files.close();
    },
  };
}
