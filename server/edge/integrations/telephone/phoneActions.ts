import { audioSource } from '../../../../contract/codes.ts';
import type { DialledCode } from '../../../../contract/entities/site/dialPlan.ts';
import { startAlarm } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { startRealTimeTask } from '../../../../contract/entities/tasks/broadcast.ts';
import type { BroadcastService } from '../../../air/broadcast/broadcast.service.ts';
import type { By } from '../../../air/broadcast/startTask.ts';
import type { Actions } from '../../../air/emergency/routes/actions.ts';
import type { TaskService } from '../../../air/schedule/tasks/task.service.ts';
import { mustHave } from '../actingAccount.ts';

export interface PhoneActionDeps {
  broadcasts: Pick<BroadcastService, 'start'>;
  tasks: Pick<TaskService, 'operate'>;
  alarms: Pick<Actions, 'start' | 'act'>;
}

/** Actions that are done at once, and then the call is over. */
export type PromptAction = Exclude<DialledCode['action'], 'page' | 'all_call' | 'listen'>;

/**
 * Does what a code stands for, in the name and with the rights of an account, as its routes do.
 *
 * @param name name of the broadcast of a message, and reason of an alarm
 * @throws AppError as for a person
 */
export async function doAction(
  { broadcasts, tasks, alarms }: PhoneActionDeps,
  by: By,
  code: DialledCode,
  name: string,
): Promise<void> {
  switch (code.action as PromptAction) {
    case 'message': {
      mustHave(by, 'operate_real_time_task');
      const [files, orgs] = [[code.file ?? 0], [code.zone ?? 0]];
      const form = { name, audio_source: audioSource.mediaFile, files, orgs } as const;
      await broadcasts.start(by, startRealTimeTask.parse(form));
      return;
    }
    case 'start_task':
    case 'stop_task':
      mustHave(by, 'operate_task');
      await tasks.operate(by, code.scheduled_task ?? 0, code.action === 'start_task' ? 'start' : 'stop');
      return;
    case 'start_alarm':
      await alarms.start(by, code.alarm_plan ?? 0, startAlarm.parse({ desc: name }));
      return;
    case 'stop_alarm':
      return alarms.act(by, code.alarm_plan ?? 0, 'stop');
  }
}
