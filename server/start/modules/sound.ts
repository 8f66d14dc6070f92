import { pathsOnAir } from '../../air/broadcast/filesOnAir.repository.ts';
import { createPreloadedSounds, type PreloadedSounds } from '../../air/engine/preloadedSounds.ts';
import { createOfflineAlarms, type OfflineAlarms } from '../../air/offline/offlineAlarms.ts';
import { createProgrammeDigests, type ProgrammeDigests } from '../../air/offline/programmeDigests.ts';
import { type Captures, createCaptures } from '../../air/talk/captures.ts';
import { files } from '../../sound/files/media.repository.ts';
import { createMedia, type Media } from '../../sound/files/media.ts';
import { type BroadcastStreams, createBroadcastStreams } from '../../sound/radio/broadcastStreams.ts';
import { type AddressPolicy, createAddressPolicy } from '../../sound/radio/policy.ts';
import { radioRoutes } from '../../sound/radio/radio.routes.ts';
import { createRadios, type Radios } from '../../sound/radio/radio.service.ts';
import { createRecordingFinder } from '../../sound/recordings/recordingFinder.ts';
import { createRecordings, type Recordings } from '../../sound/recordings/recordings.ts';
import { type Programmes, programmesOf } from '../../sound/source/programmes.ts';
import { modulesAmong } from './module.ts';
import { entityNeeds } from './platform.ts';
import type { SiteParts } from './supervision.ts';

/** Sources and stores of sound. */
export interface Sound {
  media: Media;
  /** Addresses that streams and webhooks may use. */
  policy: AddressPolicy;
  radios: Radios;
  streams: BroadcastStreams;
  programmes: Programmes;
  heldSounds: PreloadedSounds;
  captures: Captures;
  hashes: ProgrammeDigests;
  /** Alarm messages that terminals store. */
  alarmKeeping: OfflineAlarms;
  recordings: Recordings;
}

const module = modulesAmong<SiteParts & Sound>();

export const media = module({
  needs: [
    ...entityNeeds,
    'env',
    'isAway',
    'callers',
    'alarmUse',
    'uses',
    'faults',
    'terminals',
    'fileGroups',
    'aheadOfSpeech',
    'speechProgram',
    'heldRows',
    'finders',
  ],
  async open({ terminals, heldRows, finders, fileGroups, ...needs }, onStop) {
    fileGroups.setSource(async (tx, scope, id) => (await files.groups.lock(tx, scope, id)) !== undefined);
    const media = await createMedia({
      ...needs,
      speakers: terminals.speakers,
      pathsOnAir: () => pathsOnAir(needs.db),
    });
    onStop('media', media.close);
    heldRows.add(['file', 'file_group', 'file_group_member'], media.files.load);
    heldRows.add(['preset_text', 'media_group', 'preset_text_group_member'], media.presetTexts.load);
    finders.rows('file', media.files.library.held);
    finders.rows('preset_text', media.presetTexts.library.held);
    return { media, programmes: programmesOf(media) };
  },
  routes: (app, { media }) => media.routes(app),
});

export const radios = module({
  needs: [...entityNeeds, 'env', 'uses', 'streamTimes', 'heldRows', 'finders'],
  async open({ env, streamTimes, heldRows, finders, ...needs }, onStop) {
    const policy = createAddressPolicy(env.STREAM_ALLOW);
    const times = streamTimes === undefined ? {} : { times: streamTimes };
    const radios = await createRadios({ ...needs, ...times, policy });
    onStop('radios', radios.close);
    heldRows.add(['radio', 'media_group', 'radio_group_member'], radios.library.load);
    finders.rows('radio', radios.library.held);
    const streams = createBroadcastStreams({ log: needs.log, ...times, policy, radios });
    onStop('streams', streams.close);
    return { policy, radios, streams };
  },
  routes: radioRoutes,
});

export const captures = module({
  needs: ['terminals'],
  open({ terminals }, onStop) {
    const captures = createCaptures(terminals.gateway);
    onStop('captures', captures.close);
    return { captures };
  },
});

export const alarmKeeping = module({
  needs: ['dataDir', 'log', 'config'],
  open({ dataDir, log, config }) {
    const hashes = createProgrammeDigests(dataDir);
    const aloneS = () => config.get().alarm_alone_minutes * 60;
    return {
      hashes,
      heldSounds: createPreloadedSounds(),
      alarmKeeping: createOfflineAlarms({ hashes, log, aloneS }),
    };
  },
});

export const recordings = module({
  needs: [
    ...entityNeeds,
    'env',
    'isAway',
    'clock',
    'config',
    'metrics',
    'callers',
    'retentionNow',
    'terminals',
    'faults',
    'snapshotAt',
    'finders',
  ],
  async open({ snapshotAt, finders, ...needs }, onStop) {
    finders.add('record_file', createRecordingFinder({ db: needs.db, snapshotAt }));
    const recordings = await createRecordings(needs);
    onStop('recordings', recordings.close);
    return { recordings };
  },
  routes: (app, { recordings }) => recordings.routes(app),
});
