import { z } from 'zod';
import { deviceEntity } from './device.ts';
import { foreignTransport } from './foreign.ts';

/** `POST /v1/device/foreign`: a loudspeaker of another make. */
export const foreignCreate = deviceEntity.create.extend({
  foreign: foreignTransport.describe('Transport to the loudspeaker.'),
});

/** Answer: the stored loudspeaker. */
export const foreignRow = deviceEntity.row
  .pick({ id: true, code: true, name: true, org: true, ao_volume: true })
  .extend({ foreign: foreignTransport.describe('Transport to the loudspeaker.') });

const networkInterface = z.object({
  name: z.string().describe('Name of the interface in the system.'),
  interface: z.string().describe('Its IPv4 address.'),
});
export type NetworkInterface = z.output<typeof networkInterface>;

/** Network interfaces of the server. */
export const networkInterfaces = z.array(networkInterface);
