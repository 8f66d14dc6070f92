import i18next from 'i18next';
import { SAMPLE_RATE } from '../../contract/protocol/audio.ts';
import type { LineState } from '../protocol/alarmLines.ts';
import { type InputDevice, Microphone } from './audio/microphone.ts';
import { Output, pageUs } from './audio/output.ts';
import { Speech } from './audio/speech.ts';
import { type History, Recorder } from './history.ts';
import type { FromWorker, Identity, Secrets, ToWorker, WorkerView } from './messages.ts';
import { isStation, pageRoleOf } from './role.ts';
import { stayAlive } from './stayAlive.ts';
import { Store } from './store.ts';

const noSecrets: Secrets = { secret: null, previous: null };

/** State of the screen. */
export interface View {
  worker: WorkerView;
  history: History;
  code: string;
  /** Account of the login. */
  account: string | null;
  /** True while the browser waits for a click to allow sound. */
  locked: boolean;
  /** Reason why the sound could not be set up; null: none. */
  broken: string | null;
  /** Available sound inputs, and the selected one; empty: the default. */
  inputs: readonly InputDevice[];
  input: string;
}

/** Page side of the terminal: starts worker and sound, forwards user actions, holds the state of the screen. */
export class Engine {
  /** Role from the address. */
  readonly role = pageRoleOf(location.search);
  readonly store = new Store(this.role);
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #output: Output;
  readonly #recorder = new Recorder();
  readonly #listeners = new Set<() => void>();
  #shown: View | null = null;
  #speech: Speech | null = null;
  readonly #microphone = new Microphone(isStation(this.role), {
    opened: (port, channels, rate) => this.#post({ type: 'microphone', port, channels, rate }, [port]),
    trouble: (trouble) => this.#post({ type: 'microphone.trouble', trouble }),
    devices: (inputs) => {
      this.#inputs = inputs;
    },
  });
  #inputs: readonly InputDevice[] = [];
  #locked = true;
  #broken: string | null = null;

  constructor() {
    this.#output = new Output((locked) => {
      if (locked === this.#locked) return;
      this.#locked = locked;
      this.#post({ type: 'locked', locked });
    });
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#take(data);
    const url = new URL('/v1/terminal', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const { role, store } = this;
    const lang = i18next.language;
    this.#post({
      type: 'start',
      url: url.href,
      lang,
      role,
      identity: store.identity(),
      secrets: store.secrets,
    });
    i18next.on('languageChanged', (changed) => this.#post({ type: 'language', lang: changed }));
    if (role === 'tts') this.#speech = new Speech((speech) => this.#post({ type: 'speech', speech }));
    if (role === 'capturer' || isStation(role)) this.openMicrophone();
    void this.#startSound();
    for (const event of ['pointerdown', 'keydown'] as const) addEventListener(event, () => this.unlock());
    stayAlive(store.boot, () => this.#post({ type: 'stop' }));
  }

  /** Subscribes for useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): View | null => this.#shown;

  /** Allows sound after a click. */
  unlock(): void {
    if (this.#locked) void this.#output.unlock();
  }

  setVolume(volume: number): void {
    this.#post({ type: 'volume', volume });
  }

  async tone(): Promise<void> {
    await this.#output.unlock();
    this.#post({ type: 'tone' });
  }

  /** Pages these zones, or all within reach; call stations only. */
  talk(orgs: number[]): void {
    this.#post({ type: 'talk.start', orgs });
  }

  /** Silences offline playback. */
  silence(): void {
    this.#post({ type: 'silence' });
  }

  endTalk(): void {
    this.#post({ type: 'talk.stop' });
  }

  /** Calls a quick number or a dialogue code; a station only, as the next two. */
  dial(number: string): void {
    this.#post({ type: 'dial', number });
  }

  answer(): void {
    this.#post({ type: 'answer' });
  }

  /** Ends a call, or refuses a ringing one. */
  hangUp(): void {
    this.#post({ type: 'hangup' });
  }

  /** Becomes the station of an account, for this session of the browser. */
  logIn(account: string, password: string): void {
    this.store.account = account;
    const { proof } = this.store;
    const typed = { password, ...(proof === undefined ? {} : { proof }) };
    this.#post({ type: 'identity', identity: { ...this.store.identity(), ...typed }, secrets: noSecrets });
  }

  /** Ends the login, also on the server; the browser returns to its own terminal code. */
  logOut(): void {
    this.store.account = null;
    this.enter();
  }

  /** Asks for the microphone of a capturer, also once more after a refusal. */
  openMicrophone(): void {
    void this.#microphone.open(this.store.input);
  }

  /** Takes its sound from another input. */
  chooseInput(id: string): void {
    this.store.input = id;
    this.openMicrophone();
  }

  /** Sets the contact and the wiring of an alarm input; a fire terminal only. */
  setInput(input: number, closed: boolean, line: LineState): void {
    this.#post({ type: 'input', input, closed, line });
  }

  /** Speaks a text; a TTS terminal only. */
  speak(text: string): void {
    this.#speech?.speak(text, document.documentElement.lang);
  }

  /** Reconnects with typed enrolment data. */
  enter(typed?: Pick<Identity, 'zone' | 'pairing'>): void {
    this.#post({ type: 'identity', identity: this.store.identity(typed), secrets: this.store.secrets });
  }

  /** Becomes another terminal, with a code of its own. */
  becomeAnother(): void {
    this.store.becomeAnother();
    this.enter();
  }

  /** Forgets the secret: the terminal is found again. */
  forget(): void {
    this.store.secrets = noSecrets;
    this.enter();
  }

  async #startSound(): Promise<void> {
    try {
      const port = await this.#output.start();
      this.#post({ type: 'audio', port, rate: this.#output.rate ?? SAMPLE_RATE }, [port]);
    } catch (error) {
      this.#broken = String(error);
    }
  }

  #take(message: FromWorker): void {
    if (message.type === 'view') this.#show(message.view);
    else if (message.type === 'secrets') this.store.secrets = message.secrets;
    else if (message.type === 'proof') this.store.proof = message.proof;
    else if (message.type === 'left') this.store.hasLeft();
    else if (message.type === 'restart') location.reload();
    else if (message.type === 'say') this.speak(message.text);
    else {
      const stamp = this.#output.stamp();
      if (stamp) this.#post({ type: 'stamp', ...stamp, now: pageUs(performance.now()) });
      else if (navigator.userActivation?.hasBeenActive) this.unlock();
    }
  }

  #show(worker: WorkerView): void {
    const locked = this.#locked;
    const broken = this.#broken;
    const inputs = this.#inputs;
    const history = this.#recorder.add(worker, performance.now());
    const { code, account, input } = this.store;
    this.#shown = { worker, history, code, account, locked, broken, inputs, input };
    if (document.visibilityState === 'visible') for (const listener of this.#listeners) listener();
  }

  #post(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
