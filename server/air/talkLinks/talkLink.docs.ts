import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** Failures of a phone's keys. */
const ofPhone = {
  notFound: ['talk.linkUnknown'],
  forbidden: ['talk.linkOtherPhone', 'talk.linkHttps'],
  refused: ['talk.linkUsed', 'talk.linkExpired', 'talk.linkRevoked', 'talk.linkDenied'],
  tooMany: ['auth.tooManyAttempts'],
} as const;

/** API documentation of the operations of this folder. */
export const talkLinkDocs: OperationDocs = {
  'GET /v1/talk_link': operation(
    'listPhoneLinks',
    'List open phone links',
    'Returns the links with a zone of the caller that have not ended. The live topic `talk_link` has the same rows.',
  ),
  'POST /v1/talk_link': operation(
    'makePhoneLink',
    'Make a phone link',
    'Makes a link by which one phone can speak once in these zones, within minutes, as a page (task type 4, audio source 4). The answer holds the address of the page with its key, which is stored as a hash only. Sent twice it makes two.',
    { notFound: ['zone.notFound'], refused: ['talk.tooManyLinks'] },
  ),
  'POST /v1/talk_link/:id/end': operation(
    'endPhoneLink',
    'Withdraw a phone link',
    'Ends a link at once; a phone that speaks is cut off. Links of others can be ended if all their zones are those of the caller.',
    { notFound: ['common.notFound'], forbidden: ['talk.linkNotOwn'] },
  ),
  'POST /v1/talk_link/open': operation(
    'openPhoneLink',
    'Open a phone link on a phone',
    'Binds the link to the first phone that opens it, by HTTPS only, and tells where it will be heard. The same phone can ask again whether the link is still open.',
    ofPhone,
  ),
  'POST /v1/talk_link/ticket': operation(
    'getPhoneTicket',
    'Get a ticket for the talk of a phone',
    'Returns a ticket that opens the WebSocket `/v1/talk_link/socket?ticket=` once. Its messages are those of `/v1/talk`; targets, mode and priority are those of the link.',
    ofPhone,
  ),
};
