import type { FaultSink } from '../../../site/faults/faults.ts';
import type { PreparedSoundsDeps } from './preparedSounds.ts';

/** Opens a fault for a linkage task whose message cannot be made, as soon as that is known. */
export function reportMissingMessages(faults: FaultSink): PreparedSoundsDeps['onMade'] {
  return (task, { missing }) => {
    const subject = String(task.id);
    if (missing === null) faults.resolve('alarm_message', subject);
    else
      faults.open({
        kind: 'alarm_message',
        subject,
        org: task.org,
        params: { task: task.name, reason: missing },
      });
  };
}
