import { describe, expect, test } from 'vitest';
import { Ringer, signalOf } from '../../../terminal/audio/ringer.ts';
import { Caller } from '../../../terminal/protocol/caller.ts';
import { TALK, UplinkSender } from '../../../terminal/protocol/uplinkSender.ts';

function station() {
  const sent: object[] = [];
  const sender = new UplinkSender({
    send: (message) => sent.push(message),
    sendBytes() {},
    isSynced: () => true,
    changed() {},
  });
  const caller = new Caller({
    now: () => 0,
    send: (message) => sent.push(message),
    dialled: () => sender.dialled(),
    sending: (stream) => sender.call(stream),
    changed() {},
  });
  const granted = { type: 'talk.granted', request: 0, stream: 58, targets: 3 } as const;
  const over = (reason: 'started' | 'denied') => ({
    type: 'call.state' as const,
    call: 0,
    state: 'ended' as const,
    peer: { name: 'Bell', number: '12' },
    priority: 0,
    reason,
    message: reason,
  });
  return { sent, sender, caller, granted, over };
}

describe('a page that no key has requested', () => {
  test('starts the microphone if a code was dialled', () => {
    const { sender, caller, granted, sent } = station();
    caller.dial('0012');
    expect(sent).toEqual([{ type: 'call.dial', number: '0012' }]);
    sender.take(granted);
    expect(sender.talk).toMatchObject({ phase: 'speaking', targets: 3 });
    expect(sender.wants(TALK)).toBe(true);
  });

  test('is ended at once if no code was dialled, or the dialling was answered already', () => {
    const { sender, caller, granted, over, sent } = station();
    sender.take(granted);
    expect(sender.wants(TALK)).toBe(false);
    expect(sent).toEqual([{ type: 'talk.stop', stream: 58 }]);
    caller.dial('12');
    caller.take(over('denied'));
    sender.take(granted);
    expect(sender.wants(TALK)).toBe(false);
  });
});

test('each dialled code gives an audible success or failure signal', () => {
  const { caller, over } = station();
  const ringer = new Ringer();
  const heard = () => ringer.follow(signalOf(caller.view), 0, caller.dials);
  expect(heard()).toBeUndefined();
  for (const [reason, sound] of [
    ['started', 'done'],
    ['started', 'done'],
    ['denied', 'failed'],
  ] as const) {
    caller.dial('12');
    caller.take(over(reason));
    expect(heard()).toBe(sound);
    expect(heard()).toBeUndefined();
  }
});
