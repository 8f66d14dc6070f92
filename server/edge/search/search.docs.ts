import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the search. */
export const searchDocs: OperationDocs = {
  'GET /v1/search': operation(
    'search',
    'Find objects of all kinds by name',
    'Returns what the caller may see and what fits all words of `q`, each in any place: a part of the name, ' +
      'of the code or of the address, the pinyin of a Chinese name or its initials. A word may fit a zone of the object ' +
      'instead. Kinds that the caller may not list are not searched. Works without the database, apart from recordings.',
  ),
};
