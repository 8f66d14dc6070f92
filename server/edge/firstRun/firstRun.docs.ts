import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const firstRunDocs: OperationDocs = {
  'GET /v1/first_steps': operation(
    'getFirstSteps',
    'Get the first steps of a site',
    'Returns what a new site needs until it sounds safely, each with whether the site has it now, and the addresses of the machine of the server.',
  ),
  'GET /v1/sample_site': operation(
    'getSampleSite',
    'Get the sample site',
    'Returns the objects of the sample site that are still there, and whether the site is empty, so that it can be filled with a sample.',
  ),
  'POST /v1/sample_site': operation(
    'fillWithSampleSite',
    'Fill an empty site with a sample',
    'Makes a sample school with zones, planned terminals, chimes, a plan with bells and an alarm plan, in the language of the caller, and records what it made. Needs the permissions to create each of them. Takes as long as the chimes are prepared.',
    { conflict: ['sample.notEmpty', 'sample.busy'], forbidden: ['auth.noPermission'] },
  ),
  'DELETE /v1/sample_site': operation(
    'removeSampleSite',
    'Remove the sample site',
    'Removes what the sample site was made of. Objects that a person has changed since, and those that something else uses, are kept and named in the answer; the latter are removed by another request once they are not used any more.',
    { conflict: ['sample.busy'], notFound: ['sample.none'], forbidden: ['auth.noPermission'] },
  ),
};
