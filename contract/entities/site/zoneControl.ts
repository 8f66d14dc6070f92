import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';

/**
 * Zone that commands over MQTT may use. One entry lets words be spoken there and all of it be stopped; with a
 * file it is a tone of the zone's siren, with a task this task can be started and stopped.
 */
export const zoneControl = z.object({
  zone: idSchema.describe('Id of the zone; zones below belong to it.'),
  file: idSchema
    .nullable()
    .default(null)
    .describe('Id of a media file that the siren of the zone plays; null: none.'),
  scheduled_task: idSchema
    .nullable()
    .default(null)
    .describe('Id of a saved task that is started and stopped; null: none.'),
});
export type ZoneControl = z.output<typeof zoneControl>;

/** Tells if a connection to a broker takes commands, and so needs an account in whose name they act. */
export const takesCommands = (one: {
  alarm_plan: number | null;
  zone_controls: readonly ZoneControl[];
}): boolean => one.alarm_plan !== null || one.zone_controls.length > 0;
