import { type OperationDocs, operation } from '../api/operation.ts';

/** API documentation of the operations of this folder, beside those of plain entities. */
export const liveDocs: OperationDocs = {
  'POST /v1/socket/ticket': operation(
    'createLiveTicket',
    'Get a ticket for the live socket',
    'Gives a ticket that opens the WebSocket `/v1/socket?ticket=` once. Over it come the live topics: states of terminals, broadcasts, alarms, faults and all lists.',
    { tooMany: ['common.tooManyRequests'] },
  ),
  'POST /v1/talk/ticket': operation(
    'createTalkTicket',
    'Get a ticket for the talk socket',
    'Gives a ticket that opens the WebSocket `/v1/talk?ticket=` once, over which a person speaks to loudspeakers.',
    { tooMany: ['common.tooManyRequests'] },
  ),
  'POST /v1/listen/ticket': operation(
    'createListenTicket',
    'Get a ticket for the listen socket',
    'Gives a ticket that opens the WebSocket `/v1/listen?ticket=` once, over which the sound at a terminal is heard.',
    { tooMany: ['common.tooManyRequests'] },
  ),
  'POST /v1/talk/preview': operation(
    'previewTalk',
    'Preview a talk',
    'Says who would hear a talk and what it would interrupt or lower, were it started now. Nothing sounds.',
    { refused: ['broadcast.noDevices', 'rules.selectDevice'] },
  ),
};
