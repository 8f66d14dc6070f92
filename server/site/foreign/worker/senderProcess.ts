import { monotonicUs } from '../../../platform/clock/mediaClock.ts';
import { CALLS, type FromSender, type ToSender } from '../sender.types.ts';
import { CallSender } from './callSender.ts';
import { GroupSender } from './groupSender.ts';

/** Process that sends multicast groups and calls, so that packets leave evenly while the server is busy. */

let originUs = 0;
const now = () => monotonicUs() - originUs;
const groups = new Map<string, GroupSender>();
const tell = (message: FromSender) => process.send?.(message);
const calls = new CallSender(now, {
  opened: (port) => tell({ type: 'calls', port }),
  failed: (error) => tell({ type: 'state', key: CALLS, error }),
  connection: (call, state) => tell({ type: 'connection', call, state }),
});

function handle(message: ToSender): void {
  switch (message.type) {
    case 'clock':
      originUs = message.origin_us;
      return;
    case 'group': {
      const { key, transport } = message;
      groups.get(key)?.close();
      groups.set(key, new GroupSender(transport, now, (error) => tell({ type: 'state', key, error })));
      return;
    }
    case 'end':
      groups.get(message.key)?.close();
      groups.delete(message.key);
      return;
    case 'calls':
      calls.open(message.port);
      return;
    case 'dial':
      calls.dial(message.call, message.target);
      return;
    case 'play':
      calls.play(message.call, message.from_us, message.sound);
      return;
    case 'hang_up':
      calls.hangUp(message.call);
      return;
    case 'frame':
      if (message.key === CALLS) calls.add(message.stream, message.at_us, message.packets);
      groups.get(message.key)?.queue.add(message.stream, message.at_us, message.packets);
      break;
    case 'cut':
      if (message.key === CALLS) calls.cut(message.stream, message.from_us);
      groups.get(message.key)?.queue.cut(message.stream, message.from_us);
      break;
    case 'route':
      groups.get(message.key)?.queue.route(message);
  }
  groups.get(message.key)?.wake();
}

process.on('message', handle);
// The server has ended: nothing may go on sounding, and what receivers were told of is withdrawn.
process.on('disconnect', () => {
  for (const group of groups.values()) group.close();
  calls.close();
  process.exit(0);
});
