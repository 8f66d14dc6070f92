import { SAMPLE_RATE } from '../../contract/protocol/audio.ts';
import { Meter } from '../audio/meter.ts';
import type { SessionView } from '../protocol/sessionView.ts';
import { TALK } from '../protocol/uplinkSender.ts';
import type { Args } from './args.ts';
import type { Microphone } from './audio/microphone.ts';
import { Tones } from './audio/sources.ts';
import type { Part } from './partTypes.ts';

/**
 * An unmanned call station: dials a number or a quick code, answers calls on command, and sends a tone in its calls
 * and pages. Lines of the standard input replace its keys: `dial 201`, `answer`, `hangup`.
 */
export function station(
  kind: 'caster' | 'dialogue',
  { answer = 'manual', call = null }: Partial<Pick<Args, 'answer' | 'call'>>,
): Part {
  let microphone: Microphone | null = null;
  let opening = false;
  let dialled = false;
  let answered: number | null = null;
  const meter = new Meter(SAMPLE_RATE);

  /** Sends the tone; the encoder is loaded on first use. */
  async function speak(session: SessionView): Promise<void> {
    opening = true;
    const { Microphone: Mic } = await import('./audio/microphone.ts');
    opening = false;
    const tones = new Tones(1);
    let from = 0;
    microphone = new Mic({
      sound(out) {
        out.set(tones.read(1, from, out.length));
        from += out.length;
        meter.add(out);
        return session.sender.wantsDialled;
      },
      packet: (packet, at) => session.sender.push(TALK, session.clock.toMedia(at), packet),
      ended: () => {
        microphone = null;
      },
    });
  }

  return {
    role: 1,
    ...(kind === 'dialogue' ? { features: ['dialogue'] } : {}),
    status: (_settings, { caller, sender }) =>
      caller.status(
        kind,
        sender.talk.phase === 'speaking',
        microphone === null ? null : Math.round(meter.rmsDb * 10) / 10,
      ),
    follow(session) {
      const { caller, sender, clock } = session;
      if (caller.view.phase === 'ringing' && answer === 'auto' && caller.inCall !== answered) {
        answered = caller.inCall;
        caller.answer();
      }
      if (call !== null && !dialled && session.phase === 'welcomed' && clock.synced) {
        dialled = true;
        caller.dial(call);
      }
      if (sender.wantsDialled && microphone === null && !opening) void speak(session);
    },
    line([word, number], session) {
      if (word === 'dial' && number !== undefined) session.caller.dial(number);
      else if (word === 'answer') session.caller.answer();
      else if (word === 'hangup') session.hangUp();
      else return false;
      return true;
    },
    stop: () => microphone?.stop(),
  };
}
