import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const sitePlanDocs: OperationDocs = {
  'POST /v1/site_plan/:id/picture': operation(
    'putSitePlanPicture',
    'Set the picture of a site plan',
    'Takes one PNG, JPEG, SVG or PDF as multipart/form-data and draws it as a picture of at most 4096 px; nothing in the file is executed. Marks and areas stay where they are.',
    {
      badRequest: [
        'sitePlan.notADrawing',
        'sitePlan.damaged',
        'sitePlan.tooManyPixels',
        'sitePlan.script',
        'sitePlan.external',
        'sitePlan.entities',
        'sitePlan.locked',
        'sitePlan.noPage',
        'sitePlan.tooComplex',
        'media.noFile',
        'media.uploadAborted',
      ],
      notFound: ['common.notFound'],
      tooLarge: ['common.tooLarge'],
    },
  ),
  'POST /v1/site_plan/:id/ticket': operation(
    'createSitePlanTicket',
    'Get a ticket for the picture of a site plan',
    'Returns the path of the picture with a ticket, for an image element.',
    { notFound: ['common.notFound'] },
  ),
  'GET /v1/site_plan/:id/picture': operation(
    'getSitePlanPicture',
    'Get the picture of a site plan',
    'Sends the picture as WebP. Needs a ticket instead of a token.',
    { unauthorized: ['auth.ticketInvalid'], notFound: ['common.notFound', 'sitePlan.noPicture'] },
  ),
};
