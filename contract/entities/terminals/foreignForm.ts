import { z } from 'zod';
import { loudspeakerPassword, passwordText } from './connected/connectedFields.ts';
import { deviceEntity } from './device.ts';
import { foreignTransport, isConnected } from './foreign.ts';

/** `POST /v1/device/foreign`: a loudspeaker of another make. */
export const foreignCreate = deviceEntity.create
  .extend({
    foreign: foreignTransport.describe('Transport to the loudspeaker.'),
    foreign_password: loudspeakerPassword.optional().describe(passwordText),
  })
  .superRefine(({ foreign, foreign_password }, context) => {
    const isMissing = isConnected(foreign) && foreign.user !== '' && !foreign_password;
    if (isMissing)
      context.addIssue({ code: 'custom', path: ['foreign_password'], message: 'rules.loudspeakerPassword' });
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
