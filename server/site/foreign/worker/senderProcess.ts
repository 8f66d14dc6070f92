import { monotonicUs } from '../../../platform/clock/mediaClock.ts';
import type { FromSender, ToSender } from '../sender.types.ts';
import { GroupSender } from './groupSender.ts';

/** Process that sends multicast groups, so that packets leave evenly while the server is busy. */

let originUs = 0;
const now = () => monotonicUs() - originUs;
const groups = new Map<string, GroupSender>();
const tell = (message: FromSender) => process.send?.(message);

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
    case 'frame':
      groups.get(message.key)?.queue.add(message.stream, message.at_us, message.packets);
      break;
    case 'cut':
      groups.get(message.key)?.queue.cut(message.stream, message.from_us);
      break;
    case 'route':
      groups.get(message.key)?.queue.route(message);
  }
  groups.get(message.key)?.wake();
}

process.on('message', handle);
// The server has ended: nothing may go on sounding.
process.on('disconnect', () => process.exit(0));
