import { z } from 'zod';
import { administration, remoteAnswer, toAdministered } from '../api/administration.ts';
import { pairingPattern } from '../constants.ts';
import { terminalKinds } from '../entities/terminals/kinds.ts';
import { fromCaller, toCaller } from './call.ts';
import {
  MAX_AHEAD_MS,
  MAX_DELAY_US,
  MAX_HELD_STREAMS,
  MAX_OTHER_STREAMS,
  MAX_SERVERS,
  PROTOCOL_VERSION,
} from './frames.ts';
import { fromOfflinePlayer, offlineSound, toOfflinePlayer } from './offline.ts';
import { signal } from './signalReport.ts';
import { speak, spoken } from './speech.ts';
import { fromTalker, toSender, toTalker } from './talk.ts';
import { setOutputs, terminalStatus } from './terminalStatus.ts';
import { fromUpgrader, toUpgrader } from './upgrading.ts';

/**
 * The terminal protocol (`/v1/terminal`, documented in docs/protocols/terminal-protocol.md): JSON text
 * frames for control, binary frames for audio. Times named `*_us` count microseconds of the server's media
 * clock, which is monotonic. Its `epoch` outlives a restart of the server wherever the clock can be continued.
 */
export {
  AUDIO_HEADER_BYTES,
  type AudioFrame,
  decodeAudioFrame,
  encodeAudioFrame,
  FRAME_AUDIO,
  HELLO_TIMEOUT_MS,
  MAX_LEAD_US,
  MAX_MESSAGE_BYTES,
  MAX_MESSAGES_PER_S,
  PRESENCE_TIMEOUT_MS,
  PROTOCOL_VERSION,
  REPORT_INTERVAL_MS,
  SERVER_FEATURES,
  START_LEAD_US,
} from './frames.ts';

const text = (max: number) => z.string().max(max);
const us = z.number().int().min(-9e15).max(9e15);
const count = z.number().int().min(0);
/** Count of a report; a terminal that cannot measure it omits it or sends null: 0 then. */
const measured = (value: z.ZodType<number>) => value.nullish().transform((known) => known ?? 0);
/** Value of a report that a terminal may omit; it may send null instead. */
const omissible = <T>(value: z.ZodType<T>) =>
  value
    .nullable()
    .transform((known) => known ?? undefined)
    .optional();
/** Time of a report, µs: one below 0, an error of the clock, counts as 0, and too long a one as the longest. */
const delay = omissible(us.transform((known) => Math.min(Math.max(known, 0), MAX_DELAY_US)));

/** Online role: 0 sound column, 1 caster, 2 capturer, 3 TTS, 4 fire; dialogue: 1 with feature `dialogue`. */
export const terminalRole = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

/** Code of a terminal: chosen once by the terminal (or printed on it), unique in the site. */
export const terminalCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$/);

export const hello = z.object({
  type: z.literal('hello'),
  protocol: z.literal(PROTOCOL_VERSION),
  code: terminalCode,
  role: terminalRole,
  /** Given at adoption; absent from a terminal that was never adopted. */
  secret: text(128).optional(),
  /** Password of a call station's account, whose name is `code`; typed by a person, instead of a secret. */
  password: text(100).optional(),
  /**
   * Sent with `password`: the proof of the last login to this account, so that failed logins elsewhere do not lock
   * it.
   */
  proof: text(64).optional(),
  /**
   * Login of a call station's account that a person has ended at this terminal: the server revokes its secret first.
   * Sent in every hello until one is answered.
   */
  left: z.object({ code: terminalCode, secret: text(128) }).optional(),
  /** Own name of the terminal; also its name in the site until a person gives it another one. */
  name: text(50).optional(),
  version: text(40),
  model: text(60).optional(),
  /** A new value at every start of the terminal program. */
  boot: text(64),
  /**
   * Features of the terminal: `decode`, `upgrade`, `buffalo`, `server_config`, `offline`, `restart`, `dialogue`, …
   */
  features: z.array(text(32)).max(32).default([]),
  /** Self-enrolment by zone code and zone password, or by pairing code. */
  zone: z.object({ code: text(50), password: text(100) }).optional(),
  pairing: z.string().regex(pairingPattern).optional(),
  ICCID: text(32).optional(),
  /** Longest time ahead of being heard for which it stores sound of a stream, ms; absent: 2,000. */
  ahead_ms: count.max(MAX_AHEAD_MS).optional(),
  /**
   * Sound of the previous connection that it still has, by the media clock of `epoch`: each stream without a gap up to
   * `until_us`. `received_us`: when it received the last message. The server sends what follows.
   */
  held: z
    .object({
      epoch: text(64),
      received_us: us,
      streams: z.array(z.object({ stream: count, until_us: us })).max(MAX_HELD_STREAMS),
    })
    .optional(),
});

export const timeRequest = z.object({ type: z.literal('time'), t0: z.number() });

/** Facts about one stream of a report. */
const streamFacts = {
  /** Media time of the current playback position. */
  position_us: us.nullable().default(null),
  /**
   * Packets since the stream opened. Lost: not received (a stream is continuous from its `from_us` or from the
   * first packet after a flush, to its close). Late: received after their playback time.
   */
  received: measured(count),
  lost: measured(count),
  late: measured(count),
  /**
   * Gaps in playback at the sound card since the first sample: number, and total length in ms; null: not measured.
   */
  gaps: count.nullable().default(null),
  missed_ms: count.nullable().default(null),
  /** Fill level of the jitter buffer, ms. */
  buffer_ms: measured(z.number()),
  /** Media time at which the first sample was played. */
  first_sound_us: us.nullable().default(null),
};

/**
 * Report of playback as proof of delivery, once a second and immediately on a change of state. Levels are dBFS (RMS
 * and sample peak of the last second, after volume), measured on samples that the sound card took; null during
 * silence.
 */
export const report = z.object({
  type: z.literal('report'),
  /**
   * `locked`: a browser that waits for a click to allow sound. `unsynced`: the media clock is not yet synchronised.
   */
  state: z.enum(['idle', 'playing', 'locked', 'unsynced']),
  stream: count.nullable().default(null),
  ...streamFacts,
  level_db: z.number().min(-200).max(60).nullable().default(null),
  peak_db: z.number().min(-200).max(60).nullable().default(null),
  /** Deviation of playback from the media clock, µs (positive: late). */
  skew_us: us.nullable().default(null),
  /** Uncertainty of the clock (half of the smallest round trip), µs; rate of the sound card, ppm. */
  clock_error_us: us.nullable().default(null),
  drift_ppm: z.number().nullable().default(null),
  /**
   * Time that a message of the server takes to be handled by the terminal, by its media clock: 95 % of the recent
   * ones took no longer, µs. Absent: not measured.
   */
  delay_us: delay,
  /** Time by which a packet must be received before it is heard: decoding and buffer of the card, µs. */
  card_us: delay,
  volume: omissible(z.number().min(0).max(100)),
  /** True: it plays `stream` from its stored content because packets arrive too late, and needs none of them. */
  kept: omissible(z.boolean()),
  /** False: its amplifier is off (command `power_off`). */
  powered: omissible(z.boolean()),
  /** Other streams of a voice mix, or streams that have just ended; each with the same fields as `stream`. */
  other_streams: omissible(
    z
      .array(
        z.object({
          stream: count,
          sounding: z.boolean(),
          ...streamFacts,
        }),
      )
      .max(MAX_OTHER_STREAMS),
  ),
});

export const commandResult = z.object({
  type: z.literal('result'),
  request: count,
  ok: z.boolean(),
  message: text(200).optional(),
  /** Result of `remote.ask`. */
  ...remoteAnswer.shape,
});
/** Answer to `drill`: the terminal is able to play it audibly. */
export const drillAnswer = z.object({ type: z.literal('drill'), drill: count });
export const bye = z.object({ type: z.literal('bye'), reason: text(60).optional() });

/** Text messages of a terminal. */
export const fromTerminal = z.discriminatedUnion('type', [
  hello,
  timeRequest,
  report,
  terminalStatus,
  signal,
  ...fromTalker,
  spoken,
  ...fromCaller,
  ...fromOfflinePlayer,
  ...fromUpgrader,
  commandResult,
  administration,
  drillAnswer,
  bye,
]);
/** Known types of messages of a terminal. Other types may come from newer terminals and are not an error. */
export const fromTerminalTypes: ReadonlySet<string> = new Set(
  fromTerminal.options.flatMap((option) =>
    ('options' in option ? [...option.options] : [option]).flatMap((one) => [...one.shape.type.values]),
  ),
);
export type FromTerminal = z.infer<typeof fromTerminal>;
export type Hello = z.infer<typeof hello>;
export type Report = z.infer<typeof report>;

export const terminalSettings = z.object({
  name: z.string(),
  /** Play volume 0–100, applied by the terminal (contract/protocol/audio.ts). */
  ao_volume: z.number(),
  ai_volume: z.number(),
  /** Quick number of a station; absent: none. */
  call_number: z.string().optional(),
  /** Settings of its kind, under the name of the kind. */
  caster: terminalKinds.caster.settings.optional(),
  dialogue: terminalKinds.dialogue.settings.omit({ phone: true }).optional(),
  capturer: terminalKinds.capturer.settings.optional(),
  fire_control_device: terminalKinds.fire_control_device.settings.omit({ panel: true }).optional(),
});
export type TerminalSettings = z.infer<typeof terminalSettings>;

/** Text messages of the server. */
export const toTerminal = z.discriminatedUnion('type', [
  /**
   * Not adopted yet: the terminal stays connected and keeps sending `time` as a keep-alive (the only message that is
   * answered). `adopted` and `welcome` follow on the same connection.
   */
  z.object({ type: z.literal('found') }),
  /**
   * Adopted: the terminal stores the secret and sends it in every later hello. `welcome` follows. `proof`, after a
   * login by password: it is stored beyond the login and sent with the next password.
   */
  z.object({ type: z.literal('adopted'), secret: z.string(), proof: z.string().optional() }),
  /**
   * A new secret for a terminal with the feature `renew`, answered by `result` once it is stored. The server accepts
   * the previous one too, until it has the answer or a hello with the new one.
   */
  z.object({ type: z.literal('secret.renew'), request: count, secret: z.string() }),
  z.object({
    type: z.literal('welcome'),
    terminal: z.number().int(),
    epoch: z.string(),
    settings: terminalSettings,
    /** Names of the brand and of the site for the screen of the terminal. */
    site: z.string(),
    /** Version of the server, and its features beyond the first release (`SERVER_FEATURES`). */
    server: z.object({ version: z.string(), features: z.array(z.string()) }).optional(),
    /** Number of the server that owns the system; within an epoch the larger one is the newer owner. */
    term: z.number().int().optional(),
    /** Addresses of the servers of the system, `http(s)://HOST:PORT`, this one first. */
    servers: z.array(z.string().max(300)).max(MAX_SERVERS).optional(),
  }),
  /**
   * Answer to `time`. t1, t2: media clock at receipt and at sending, µs; t0 is echoed. `wall_ms`: the server's time
   * of day at t2, epoch ms.
   */
  z.object({
    type: z.literal('time'),
    t0: z.number(),
    t1: us,
    t2: us,
    epoch: z.string(),
    wall_ms: z.number().optional(),
  }),
  z.object({ type: z.literal('settings'), settings: terminalSettings }),
  /**
   * Opens a stream for playback. `volume` 0–100 replaces the terminal's own while it plays; null keeps it.
   * Packets follow as binary frames.
   */
  z.object({
    type: z.literal('stream.open'),
    stream: z.number().int(),
    broadcast: z.number().int(),
    title: z.string(),
    task_type: z.number().int(),
    priority: z.number().int(),
    volume: z.number().nullable(),
    /** Media time of the first packet. */
    from_us: us,
    /** An alarm, the emergency microphone or an all-call: switches on an amplifier that is off. */
    urgent: z.boolean().optional(),
    /** Name and priority of the pre-empted broadcast, for the terminal's screen ("over background music 20"). */
    over: z.string().nullable(),
    /** Media time of the programme's beginning and end, for elapsed and remaining; absent when unknown. */
    began_us: us.optional(),
    ends_us: us.optional(),
    /**
     * For terminals with the feature `mix`: while `speech` sounds, `programme` is 20 dB lower (contract/protocol/arbitration.ts).
     */
    mix: z.enum(['speech', 'programme']).optional(),
    /** Playlist of an alarm with which the terminal continues when its link is lost. */
    kept: offlineSound.optional(),
  }),
  z.object({ type: z.literal('stream.volume'), stream: z.number().int(), volume: z.number().nullable() }),
  /** Discards packets of this stream from `from_us` on; more may follow later. */
  z.object({ type: z.literal('stream.flush'), stream: z.number().int(), from_us: us }),
  /** Ends the stream at `at_us`; nothing of it is played after that. */
  z.object({ type: z.literal('stream.close'), stream: z.number().int(), at_us: us }),
  /**
   * A silent drill: nothing is played. A terminal that is able to play now (clock synchronised, not locked) answers
   * with the same number; any other answers as soon as it is able to.
   */
  z.object({ type: z.literal('drill'), drill: z.number().int(), title: z.string() }),
  ...toTalker,
  ...toCaller,
  ...toSender,
  ...toOfflinePlayer,
  ...toUpgrader,
  /** Requests a text as a spoken WAV file; to TTS terminals with the feature `speak`. */
  speak,
  setOutputs,
  z.object({
    type: z.literal('command'),
    request: z.number().int(),
    /** `power_on` and `power_off` switch the amplifier, of terminals with the feature `power`. */
    action: z.enum(['restart', 'identify', 'power_on', 'power_off']),
  }),
  ...toAdministered,
  /** Removed from the site: the terminal deletes its secret; its next hello makes it a found terminal again. */
  z.object({ type: z.literal('removed') }),
  /** Refusal; the connection is closed after it. `retry_s` null: the terminal does not reconnect automatically. */
  z.object({
    type: z.literal('refused'),
    code: z.enum([
      'protocol',
      'secret',
      'duplicate',
      'rate',
      'garbage',
      'denied',
      'enrol',
      'login',
      'locked_out',
      'https',
      'busy',
    ]),
    message: z.string(),
    retry_s: z.number().nullable(),
    /** Fault of the message, only with `garbage`, in English, for developers of terminals. */
    detail: z.string().optional(),
  }),
]);
export type ToTerminal = z.infer<typeof toTerminal>;
