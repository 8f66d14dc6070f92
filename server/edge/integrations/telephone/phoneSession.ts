import type { DialledCode } from '../../../../contract/entities/site/dialPlan.ts';
import type { By } from '../../../air/broadcast/startTask.ts';
import type { TalkSessionDeps } from '../../../air/talk/waitingPage.ts';
import { PhoneListening, type PhoneListeningDeps } from './phoneListening.ts';
import type { LoggedCall } from './phoneLog.ts';
import { type PageOrder, PhonePage } from './phonePage.ts';
import type { CallSound } from './phoneSound.ts';

export interface PhoneSessionDeps {
  talk: TalkSessionDeps;
  listening: PhoneListeningDeps;
  /** Entry of this call in the log of calls. */
  entry: LoggedCall;
  /** Notes what was dialled, in the name of an account. */
  dialled(by: By, code: DialledCode, caller: string, isDone: boolean): void;
}

/** Action of a call that lasts longer than a moment. */
export type PhoneSession = PhonePage | PhoneListening;

interface Asked {
  by: By;
  code: DialledCode;
  /** Number of the caller. */
  number: string;
}

/**
 * Starts what a code stands for, if it lasts; null: it is done at once.
 *
 * @param over called once, when it was refused or has ended
 * @throws AppError as `PhoneListening`
 */
export function startSession(
  deps: PhoneSessionDeps,
  asked: Asked,
  sound: CallSound,
  over: (isRefused: boolean) => void,
): PhoneSession | null {
  switch (asked.code.action) {
    case 'page':
    case 'all_call':
      return speak(deps, asked, sound, over);
    case 'listen':
      return listen(deps, asked, sound, over);
    default:
      return null;
  }
}

type Start<S> = (
  deps: PhoneSessionDeps,
  asked: Asked,
  sound: CallSound,
  over: (isRefused: boolean) => void,
) => S;

/** Priority of a page by a code, as the console has it by default. */
const PRIORITY = 50;

function orderOf({ action, zone }: DialledCode): PageOrder {
  const mode = action === 'all_call' ? 'all_call' : 'page';
  const orgs = zone === null ? [] : [zone];
  const targets = { all: mode === 'all_call', orgs, groups: [], devices: [] };
  return { mode, targets, priority: PRIORITY };
}

const speak: Start<PhonePage> = ({ talk, entry, dialled }, { by, code, number }, sound, over) =>
  new PhonePage(
    talk,
    by,
    orderOf(code),
    { name: number },
    {
      granted() {
        dialled(by, code, number, true);
        entry.result('on_air');
        sound.tone('on_air');
        sound.listen(true);
      },
      heard(isHeard) {
        entry.result(isHeard ? 'heard' : 'nobody');
        sound.tone(isHeard ? 'heard' : 'nobody');
      },
      over(isRefused, wasHeard) {
        if (isRefused) dialled(by, code, number, false);
        entry.result(isRefused ? 'refused' : wasHeard ? 'done' : 'nobody');
        sound.listen(false);
        over(isRefused);
      },
    },
  );

const listen: Start<PhoneListening> = ({ listening, entry, dialled }, { by, code, number }, sound, over) => {
  const started = new PhoneListening(listening, by, code.zone ?? 0, {
    packet: (stream, mix, packet) => sound.hear(stream, mix, packet),
    playing(isPlaying) {
      entry.result(isPlaying ? 'listening' : 'silent');
      sound.tone(isPlaying ? 'heard' : 'nobody');
    },
    over: () => over(true),
  });
  dialled(by, code, number, true);
  return started;
};
