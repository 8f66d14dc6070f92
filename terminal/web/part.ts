import type { TerminalSettings } from '../../contract/protocol/terminal.ts';
import type { StatusOf, TerminalStatus } from '../../contract/protocol/terminalStatus.ts';
import { Capture } from '../audio/capture.ts';
import { AlarmLines } from '../protocol/alarmLines.ts';
import type { SessionView } from '../protocol/sessionView.ts';
import type { MicrophoneTrouble } from './audio/microphone.ts';
import type { AlarmView, ChannelView, StationView } from './messages.ts';
import { isStation, type PageRole, pageRoles } from './role.ts';

/** Number of simulated inputs and outputs of a page. */
const INPUTS = 8;
const OUTPUTS = 4;

/** Functions of the page beside playback, in its worker. */
export class Part {
  readonly role: PageRole;
  /** The sound inputs of a capturer; one that is locked until the microphone is open. */
  capture: Capture | null = null;
  speech: StatusOf<'xtts'> | null = null;
  /** The inputs and outputs of a fire terminal. */
  alarm: AlarmLines | null = null;
  #port: MessagePort | null = null;

  constructor(role: PageRole) {
    this.role = role;
    if (role === 'fire') this.alarm = new AlarmLines(INPUTS, OUTPUTS);
    if (role !== 'capturer' && !isStation(role)) return;
    this.capture = new Capture(1);
    this.trouble('locked');
  }

  get number() {
    return pageRoles[this.role].role;
  }

  /** Takes a microphone over, in place of the one before. */
  connect(port: MessagePort, channels: number, rate: number): void {
    const capture = new Capture(channels, rate);
    this.#port?.close();
    this.#port = port;
    this.capture = capture;
    port.onmessage = ({ data }: MessageEvent<Float32Array[]>) => {
      for (const [i, samples] of data.entries()) capture.input(i + 1)?.take(samples);
    };
  }

  trouble(trouble: MicrophoneTrouble): void {
    for (const input of this.capture?.inputs ?? []) input.trouble = trouble;
  }

  /** Features in addition to those of every page. */
  get features(): string[] {
    return this.role === 'dialogue' ? ['dialogue'] : [];
  }

  /** @param nowUs local time */
  status(settings: TerminalSettings, nowUs: number, session: SessionView): TerminalStatus | null {
    this.capture?.setVolume(settings.ai_volume);
    if (this.alarm !== null)
      return {
        type: 'status',
        kind: 'fire_control_device',
        ...this.alarm.status(settings.fire_control_device, nowUs),
      };
    if (isStation(this.role)) return this.#calling(this.role, session);
    if (this.capture !== null) return this.capture.status();
    return this.speech && { type: 'status', kind: 'xtts', ...this.speech };
  }

  #calling(role: 'caster' | 'dialogue', { caller, sender }: SessionView): TerminalStatus {
    const input = this.capture?.input(1)?.status();
    return caller.status(role, sender.talk.phase === 'speaking', input?.level_db ?? null);
  }

  /** State of a station for the screen. */
  stationView({ sender, caller, settings }: SessionView, nowUs: number): StationView | null {
    if (!isStation(this.role)) return null;
    const call = caller.view;
    return {
      talk: sender.talk,
      orgs: sender.targets ?? [],
      call,
      seconds: 'sinceUs' in call ? (nowUs - call.sinceUs) / 1e6 : 0,
      number: settings?.call_number ?? '',
      code: settings?.dialogue?.dialogue_code ?? '',
      callee: settings?.dialogue?.callee ?? '',
    };
  }

  /** The inputs and outputs as the screen shows them. */
  alarmView(settings: TerminalSettings | null, nowUs: number): AlarmView | null {
    if (this.alarm === null) return null;
    const own = settings?.fire_control_device;
    const { raw } = this.alarm;
    const { inputs, outputs } = this.alarm.status(own, nowUs);
    return {
      inputs: inputs.map((one, i) => ({
        ...one,
        name: own?.inputs[i]?.name ?? '',
        closed: raw[i]?.closed ?? false,
        line: raw[i]?.line ?? 'ok',
      })),
      outputs: outputs.map((one, i) => ({ ...one, name: own?.output_names[i] ?? '' })),
    };
  }

  /** The channels as the screen shows them. */
  channels(settings: TerminalSettings | null): ChannelView[] | null {
    const names = settings?.capturer?.channel_names ?? [];
    return (
      this.capture?.inputs.map((input) => {
        const { now } = input;
        return {
          channel: input.channel,
          name: names[input.channel - 1] ?? '',
          state: input.status().state,
          rmsDb: now?.rmsDb ?? null,
          peakDb: now?.peakDb ?? null,
        };
      }) ?? null
    );
  }
}
