import { z } from 'zod';
import { terminalRole } from '../codes.ts';
import { defineKind } from './terminal.ts';

/** Fire and alarm terminals (spec 3, "Fire device"). */
export const fireControlDeviceKind = defineKind(
  'fire_control_device',
  terminalRole.fire,
  {
    /** How long an input must stay active before it counts, seconds. */
    delayTriggerTime: z.number().int().min(0).max(600),
  },
  { delayTriggerTime: 0 },
);
export const fireControlDeviceEntity = fireControlDeviceKind.entity;
