import { createEmergency, type Emergency } from '../../air/emergency/emergency.ts';
import { createGpioTasks, type GpioTasks } from '../../air/gpio/gpioTasks.ts';
import { type Air, airNeeds, alarmNeeds } from './air.ts';
import { modulesAmong } from './module.ts';
import { entityNeeds } from './platform.ts';
import type { Sound } from './sound.ts';
import type { SiteParts } from './supervision.ts';

/** Broadcasts that inputs start: GPIO tasks and alarms. */
export interface EmergencyParts {
  gpioTasks: GpioTasks;
  emergency: Emergency;
}

/** Parts of the layers up to air. */
export type AirParts = SiteParts & Sound & Air & EmergencyParts;

const module = modulesAmong<AirParts>();
/** Needs of alarm plans and linkage tasks, which other objects refer to. */
const alarmPlanNeeds = ['uses', 'targetingTasks', 'alarmUse', 'transferables'] as const;

export const gpioTasks = module({
  needs: [...entityNeeds, 'terminals', 'io', 'broadcasting', 'journal', 'schedule', 'heldRows', 'finders'],
  async open({ broadcasting, heldRows, finders, ...needs }, onStop) {
    const gpioTasks = await createGpioTasks({ ...needs, engine: broadcasting.engine });
    onStop('gpioTasks', gpioTasks.close);
    heldRows.add(['gpio_task'], gpioTasks.load);
    finders.topics('gpio_task');
    return { gpioTasks };
  },
  routes: (app, { gpioTasks }) => gpioTasks.routes(app),
});

export const emergency = module({
  needs: [
    ...airNeeds,
    ...alarmNeeds,
    ...alarmPlanNeeds,
    'env',
    'callers',
    'isAlarmRunning',
    'alarmKeeping',
    'io',
    'broadcasting',
    'gpioTasks',
    'heldRows',
    'finders',
  ],
  async open({ broadcasting, gpioTasks, groups, isAlarmRunning, heldRows, finders, ...needs }, onStop) {
    const { engine, weights, voiceMix } = broadcasting;
    const own = { groups: groups.device, links: gpioTasks.links };
    const emergency = await createEmergency({ ...needs, ...own, engine, weights, voiceMix });
    onStop('emergency', emergency.close);
    heldRows.add(['linkage_task', 'alarm_plan'], emergency.load);
    finders.topics('linkage_task', 'alarm_plan');
    isAlarmRunning.setSource(() => [...emergency.alarms.all()].length > 0);
    return { emergency };
  },
  routes: (app, { emergency }) => emergency.routes(app),
});
