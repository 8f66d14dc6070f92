import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const accountDocs: OperationDocs = {
  'POST /v1/user/batch': operation(
    'batchAccounts',
    'Enable, disable or delete many accounts',
    'Applies the action to each of the ids on its own. Disabled and deleted accounts lose all their sessions at once. The answer is 200 with a result for each id.',
    {
      forbidden: ['account.beyondOwn'],
      conflict: ['account.cannotDisableSelf', 'auth.cannotDeleteSelf', 'auth.lastAdministrator'],
    },
  ),
  'POST /v1/user/:id/password': operation(
    'resetAccountPassword',
    'Set the password of another account',
    'Sets a new password for somebody else; all sessions of that account end. For the own account use `POST /v1/profile/password`.',
    {
      badRequest: ['rules.password', 'rules.passwordStrength', 'rules.confirmDiffers'],
      forbidden: ['account.beyondOwn'],
      conflict: ['account.ownPassword'],
    },
  ),
  'GET /v1/user/:id/session': operation(
    'listAccountSessions',
    'List the sessions of an account',
    'Returns every login of the account that is still good.',
  ),
  'DELETE /v1/user/:id/session/:sid': operation(
    'endAccountSession',
    'End a session of an account',
    'Ends one login of somebody; its token does not work any more.',
    { forbidden: ['account.beyondOwn'], notFound: ['auth.sessionNotFound'] },
  ),
};
