import { type OperationDocs, operation } from '../api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const liveDocs: OperationDocs = {
  'POST /v1/socket/ticket': operation(
    'createLiveTicket',
    'Get a ticket for the live socket',
    'Returns a ticket that opens the WebSocket `/v1/socket?ticket=` once. Over it come the live topics: states of terminals, broadcasts, alarms, faults and all lists.',
    { tooMany: ['common.tooManyRequests'] },
  ),
  'POST /v1/talk/ticket': operation(
    'createTalkTicket',
    'Get a ticket for the talk socket',
    'Returns a ticket that opens the WebSocket `/v1/talk?ticket=` once, over which a person speaks to loudspeakers.',
    { tooMany: ['common.tooManyRequests'] },
  ),
  'POST /v1/listen/ticket': operation(
    'createListenTicket',
    'Get a ticket for the listen socket',
    'Returns a ticket that opens the WebSocket `/v1/listen?ticket=` once, over which the sound at a terminal is heard.',
    { tooMany: ['common.tooManyRequests'] },
  ),
  'POST /v1/talk/preview': operation(
    'previewTalk',
    'Preview a talk',
    'Returns the targets that a talk would reach now and the broadcasts that it would pre-empt or duck. Nothing is played.',
    { refused: ['broadcast.noDevices', 'rules.selectDevice'] },
  ),
};
