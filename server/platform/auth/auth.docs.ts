import { type OperationDocs, operation } from '../api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const authDocs: OperationDocs = {
  'POST /v1/login': operation(
    'logIn',
    'Log in',
    'Checks name and password and gives the token for the header `access_token`, with the rights of the account. Each login is a session of its own, so several programs can be logged in at once. After several wrong passwords, further attempts from the address and for the account are delayed.',
    {
      refused: ['auth.wrongLogin', 'auth.urlLoginOff'],
      badRequest: ['auth.accountEmpty', 'auth.passwordEmpty'],
      tooMany: ['auth.tooManyAttempts', 'auth.manyLogins'],
    },
  ),
  'POST /v1/logout': operation(
    'logOut',
    'Log out',
    'Ends the session of the token; its sockets and tickets end too. Other sessions of the account continue.',
  ),
  'GET /v1/profile': operation(
    'getProfile',
    'Get the profile of the caller',
    'Returns the account of the token with its role, rights and zones as they hold now.',
  ),
  'PATCH /v1/profile': operation(
    'updateProfile',
    'Change the name of the caller',
    'Changes the name that others see. Login name, role and zones are changed by an administrator.',
  ),
  'POST /v1/profile/password': operation(
    'changePassword',
    'Change the password of the caller',
    'Sets a new password; all other sessions of the account end, that of the request continues.',
    {
      badRequest: [
        'auth.oldPasswordWrong',
        'auth.passwordUnchanged',
        'rules.password',
        'rules.passwordStrength',
        'rules.confirmDiffers',
      ],
    },
  ),
  'POST /v1/profile/active': operation(
    'stayActive',
    'Report activity of the user',
    'Counts as something done in the login, so that it does not end for lack of it (`idle_minutes` of the system configuration). The console sends it when a person presses something, at most every 20 s, and a wall by itself. Every request of a program counts anyway, and so does its open socket; of requests with the header `Request-Type: web` those do that change something.',
  ),
  'GET /v1/profile/session': operation(
    'listOwnSessions',
    'List the sessions of the caller',
    'Returns every valid login of the account, with address, program and last request.',
  ),
  'DELETE /v1/profile/session/:id': operation(
    'endOwnSession',
    'End a session of the caller',
    'Ends one login; its token becomes invalid.',
    { notFound: ['auth.sessionNotFound'] },
  ),
};
