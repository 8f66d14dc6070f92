import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const gpioDocs: OperationDocs = {
  'POST /v1/gpio_task/:id/start': operation(
    'startGpioTask',
    'Start a GPIO task',
    'Switches its outputs and starts its saved task, as an edge of its input would.',
    { refused: ['alarm.done'], notFound: ['common.notFound'] },
  ),
  'POST /v1/gpio_task/:id/stop': operation(
    'stopGpioTask',
    'Stop a GPIO task',
    'Releases its outputs and stops its saved task; refused while an alarm runs it.',
    { refused: ['alarm.taskInAlarm', 'alarm.done'], notFound: ['common.notFound'] },
  ),
};
