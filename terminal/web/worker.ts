import { MIX_FEATURE, RENEW_FEATURE } from '../../contract/protocol/frames.ts';
import { Ringer, signalOf } from '../audio/ringer.ts';
import { OfflinePlayback } from '../offline/offlinePlayback.ts';
import { ServerList } from '../protocol/servers/serverList.ts';
import { Session } from '../protocol/session.ts';
import { TALK } from '../protocol/uplinkSender.ts';
import { CapturedSound } from './audio/capturedSound.ts';
import { CardSync } from './audio/cardSync.ts';
import { WorkletSpeaker } from './audio/speaker.ts';
import { BrowserStore } from './browserStore.ts';
import { fetchItem } from './fetchItem.ts';
import type { FromWorker, Identity, Secrets, ToWorker } from './messages.ts';
import { Part } from './part.ts';
import { wireTo } from './wire.ts';
import { workerView } from './workerView.ts';

/** Intervals of the session's timer and of updates of the screen, ms. */
const TICK_MS = 50;
const VIEW_MS = 100;
/** A browser that does not open its database within this time keeps nothing, ms. */
const OPEN_STORE_MS = 3_000;
export const VERSION = '0.1.0';

/** Clock of this scope, µs since 1970 but monotonic: the same scale as the page's own (HR-Time 8.2). */
const now = () => (performance.timeOrigin + performance.now()) * 1e3;
const post = (message: FromWorker) => self.postMessage(message);

let identity: Identity;
let secrets: Secrets = { secret: null, previous: null };
let lang = '';
let session: Session | null = null;
let offline: OfflinePlayback | null = null;
let isStarted = false;
let part = new Part('column');
const sending = new CapturedSound();
const ringer = new Ringer();
const card = new CardSync(now);
let viewedAt = 0;

const speaker = new WorkletSpeaker(() => session?.mediaUs ?? null, card);

/** Opens offline playback in this browser; null: not available. */
async function openKeeping(): Promise<OfflinePlayback | null> {
  if (part.role !== 'column') return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), OPEN_STORE_MS));
  const store = await Promise.race([BrowserStore.open(identity.code), late]).catch(() => null);
  return store && new OfflinePlayback({ store, fetch: fetchItem, changed: () => view() });
}

/** Address of the terminal socket of a server given as http(s)://… */
const socketOf = (server: string) => new URL('/v1/terminal', server.replace(/^http/, 'ws')).href;

async function start(url: string): Promise<void> {
  const servers = new ServerList(() => url);
  offline = await openKeeping();
  const created = new Session({
    now,
    open: wireTo(() => `${socketOf(servers.current)}?lang=${lang}`),
    servers,
    speaker,
    identity: () => ({
      ...identity,
      role: part.number,
      version: VERSION,
      model: 'Tocsin web',
      features: [
        'decode',
        'restart',
        'identify',
        'power',
        MIX_FEATURE,
        RENEW_FEATURE,
        ...(offline ? ['offline'] : []),
        ...part.features,
      ],
    }),
    typed: true,
    secret: {
      get: () => secrets.secret ?? undefined,
      previous: () => secrets.previous ?? undefined,
      set: (secret, previous) => {
        secrets = { secret: secret ?? null, previous: previous ?? null };
        post({ type: 'secrets', secrets });
        // Browsers write their storage to the disk some seconds later, and do not tell when.
        return false;
      },
    },
    proof: { get: () => identity.proof, set: (proof) => post({ type: 'proof', proof }) },
    status: (settings, current) => part.status(settings, now(), current),
    identify: () => {
      if (part.role !== 'tts') return speaker.tone();
      post({ type: 'say', text: session?.settings?.name ?? identity.code });
      return true;
    },
    outputs: (set) => part.alarm?.outputs.set(set, now()),
    ...(offline ? { offline } : {}),
    restart: () => post({ type: 'restart' }),
    changed: () => {
      follow();
      view();
    },
  });
  session = created;
  void offline?.start(created);
  setInterval(tick, TICK_MS);
}

/** Sends captured sound to the requested streams. */
function follow(): void {
  const current = session;
  if (!current) return;
  // Typed enrolment data is used once and not stored.
  const isAnswered =
    current.phase === 'welcomed' || (current.phase === 'refused' && current.refusal !== null);
  if (isAnswered) delete identity.password;
  if (identity.left !== undefined && (isAnswered || current.phase === 'found')) {
    delete identity.left;
    post({ type: 'left' });
  }
  sending.follow(current.sender, part.capture, () => current.mediaUs);
}

function tick(): void {
  const at = now();
  session?.tick();
  if (session) ring(session);
  speaker.post({ type: 'map', map: session && card.map(session.clock) });
  if (card.needsStamp(speaker.locked)) post({ type: 'stamp' });
  if (at - viewedAt >= VIEW_MS * 1e3) view();
}

/** Plays the ring or ringback tone. */
function ring({ caller }: Session): void {
  const sound = ringer.follow(signalOf(caller.view), now(), caller.dials);
  if (sound !== undefined) speaker.tone(sound);
}

function view(): void {
  if (!session) return;
  viewedAt = now();
  post({ type: 'view', view: workerView(session, { part, speaker, offline }, viewedAt) });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'start' || data.type === 'identity') {
    // Another terminal keeps nothing of what this one was to play.
    if (isStarted && identity.code !== data.identity.code) offline?.forget();
    identity = data.identity;
    secrets = data.secrets;
  }
  if (data.type === 'start' && !isStarted) {
    isStarted = true;
    part = new Part(data.role);
    lang = data.lang;
    void start(data.url);
  }
  if (data.type === 'identity' && session !== null) {
    // Those of whom it was until now.
    session.settings = null;
    session.retry();
  }
  if (data.type === 'language') {
    lang = data.lang;
    // Playback continues over a new connection; a running talk or call is not interrupted for it.
    const isSpeaking = session?.sender.wants(TALK) || session?.caller.inCall != null;
    if (!isSpeaking) session?.retry();
  } else if (data.type === 'audio') {
    card.connect(data.rate);
    speaker.connect(data.port);
  } else if (data.type === 'stamp') card.stamp(data.frame, data.us, data.now);
  else if (data.type === 'locked') {
    // The card stood still meanwhile.
    card.reset();
    speaker.setBlocked(data.locked);
  } else if (data.type === 'volume') session?.setVolume(data.volume);
  else if (data.type === 'tone') speaker.tone();
  else if (data.type === 'microphone') {
    part.connect(data.port, data.channels, data.rate);
    follow();
  } else if (data.type === 'talk.start')
    session?.sender.start(data.orgs.length === 0 ? { all: true } : { orgs: data.orgs });
  else if (data.type === 'talk.stop') session?.sender.stop();
  else if (data.type === 'silence') offline?.silence();
  else if (data.type === 'dial') session?.caller.dial(data.number);
  else if (data.type === 'answer') session?.caller.answer();
  else if (data.type === 'hangup') session?.hangUp();
  else if (data.type === 'microphone.trouble') part.trouble(data.trouble);
  else if (data.type === 'speech') part.speech = data.speech;
  else if (data.type === 'input') {
    part.alarm?.setContact(data.input, data.closed, now());
    part.alarm?.setLine(data.input, data.line);
  } else if (data.type === 'stop') session?.stop('page closed');
};
