import { z } from 'zod';
import { fireControlDeviceEntity } from './fireControlDevice.ts';
import { panelLink } from './panel.ts';

const panel = panelLink.describe('How this server reaches the panel.');

/** `POST /v1/fire_control_device/panel`: a panel of another make. */
export const panelCreate = fireControlDeviceEntity.create.pick({ name: true, org: true }).extend({ panel });

/** Answer: the stored panel. */
export const panelRow = fireControlDeviceEntity.row
  .pick({ id: true, code: true, name: true, org: true })
  .extend({ panel });

/** `POST /v1/fire_control_device/panel/test`: settings that are tried once, stored or not. */
export const panelTest = z.object({ panel });

/** Result of a test. */
export const panelTested = z.object({
  works: z.boolean().describe('Whether the panel answered correctly.'),
  error: z.string().describe('Why not; empty: it works.'),
  answer_ms: z.number().int().nullable().describe('Time until its first correct answer, ms; null: none.'),
  active: z.array(z.number().int()).describe('Numbers of the active inputs that it answered.'),
});
export type PanelTested = z.output<typeof panelTested>;
