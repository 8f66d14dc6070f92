import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder. */
export const panelDocs: OperationDocs = {
  'POST /v1/fire_control_device/panel': operation(
    'addPanel',
    'Add a panel of another make',
    'Adds a fire terminal that this server reaches by Modbus TCP or ESPA 4.4.4 instead of by a connection of the terminal. It is online while its answers are right.',
    { notFound: ['zone.notFound'] },
  ),
  'POST /v1/fire_control_device/panel/test': operation(
    'testPanel',
    'Test the connection to a panel',
    'Connects once with these settings and returns the first answer, after 8 s at the latest. Nothing is stored or switched. A panel that is connected already is not connected twice: its present state is the answer.',
  ),
};
