import type { Dialler, SoundCall, SoundCallState } from '../calls/soundCall.types.ts';
import type { Sender } from '../sender.ts';
import type { ConnectedTarget, ConnectionState } from './connected.types.ts';

/** First number of connections: those of SIP calls are ids of terminals. */
const FIRST_CONNECTION = 2 ** 32;
/** Status of a loss without a status. */
const NO_STATUS = 0;

function stateOf(state: ConnectionState): SoundCallState {
  if (state.kind === 'taking' || state.kind === 'answered') return { ...state, to: null };
  return state.kind === 'refused' ? state : { kind: 'lost', status: NO_STATUS };
}

/** Connections to loudspeakers, which the process that sends opens. */
export class Connections {
  readonly #sender: Pick<Sender, 'send'>;
  readonly #open = new Map<number, (state: ConnectionState) => void>();
  #next = FIRST_CONNECTION;

  constructor(sender: Pick<Sender, 'send'>) {
    this.#sender = sender;
  }

  /** Takes the state of a connection. */
  state(id: number, state: ConnectionState): void {
    this.#open.get(id)?.(state);
  }

  /** Takes the loss of all: the process has ended. */
  lost(): void {
    for (const taken of [...this.#open.values()]) taken({ kind: 'lost', error: 'EPIPE' });
  }

  /** Creates the way to open connections to a loudspeaker. */
  dialler(target: ConnectedTarget): Dialler {
    const { transport } = target;
    return {
      address: transport.url,
      delayMs: transport.delay_ms,
      protocol: transport.transport === 'vapix' ? 'HTTP' : 'RTSP',
      dial: async (changed) => {
        const id = this.#next++;
        let state: SoundCallState = { kind: 'calling' };
        const call: SoundCall = {
          id,
          get state() {
            return state;
          },
          hangUp: () => {
            this.#open.delete(id);
            this.#sender.send({ type: 'hang_up', call: id });
          },
        };
        this.#open.set(id, (next) => {
          state = stateOf(next);
          if (state.kind === 'refused' || state.kind === 'lost') this.#open.delete(id);
          changed(call);
        });
        this.#sender.send({ type: 'dial', call: id, target });
        return call;
      },
    };
  }
}
