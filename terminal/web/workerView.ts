import type { OfflinePlayback } from '../offline/offlinePlayback.ts';
import type { Session } from '../protocol/session.ts';
import type { WorkletSpeaker } from './audio/speaker.ts';
import type { WorkerView } from './messages.ts';
import type { Part } from './part.ts';

/** State of the worker for the screen at a time of its clock, µs. */
export function workerView(
  session: Session,
  { part, speaker, offline }: { part: Part; speaker: WorkletSpeaker; offline: OfflinePlayback | null },
  at: number,
): WorkerView {
  const { phase, refusal, state, settings, site, mediaUs, clock } = session;
  const { stream, sound } = session.present();
  const { heardAt } = session.link;
  const { listeners } = session.sender;
  return {
    phase,
    refusal,
    state,
    powered: session.streams.powered,
    name: settings?.name ?? null,
    site,
    volume: settings?.ao_volume ?? null,
    silentMs: heardAt === null ? null : (at - heardAt) / 1e3,
    stream,
    under: session.streams.under(stream)?.title ?? null,
    sound,
    level: speaker.locked ? null : speaker.level,
    mediaUs,
    clockErrorUs: clock.synced ? clock.errorUs : null,
    channels: part.channels(settings),
    speech: part.speech,
    alarm: part.alarmView(settings, at),
    station: part.stationView(session, at),
    offline: offline?.view() ?? null,
    listened: listeners.count > 0 ? listeners.message : '',
  };
}
