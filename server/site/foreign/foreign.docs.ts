import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder. */
export const foreignDocs: OperationDocs = {
  'POST /v1/device/foreign': operation(
    'addForeignLoudspeaker',
    'Add a loudspeaker of another make',
    'Adds a device that this server reaches by RTP multicast, group pages or SIP calls instead of by a connection of the device. With multicast it is online while its group can be sent to, and its delivery is `sent`, never confirmed; loudspeakers of one group share its settings. With SIP it is online while it answers OPTIONS, and its delivery is `answered` once it has taken the call.',
    {
      notFound: ['zone.notFound'],
      conflict: ['terminal.groupDiffers', 'terminal.levelTaken', 'terminal.addressTaken'],
    },
  ),
  'GET /v1/device/foreign/interface': operation(
    'listNetworkInterfaces',
    'List the network interfaces of the server',
    'Returns the IPv4 addresses through which loudspeakers of other makes can be reached.',
  ),
};
