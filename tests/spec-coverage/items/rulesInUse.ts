import { by, type CoverageItem } from './item.ts';

/** Use of the validation rules on screens and routes (5). */
export const rulesInUse: readonly CoverageItem[] = [
  ...by(
    '5',
    'views/console/navigation.test.tsx',
    'account and password must not be empty',
    'in use: login form',
  ),
  ...by(
    '5',
    'contract/scheduledTask.test.ts',
    'the start date must not be after the end date',
    'in use: date order',
  ),
  ...by(
    '5',
    'server/calls/calls.test.ts',
    'are reached by dialogue code and by quick number; a station cannot have itself as callee',
    'in use: caster selects itself',
  ),
  ...by(
    '5',
    'contract/scheduledTask.test.ts',
    'manual execution is converted to daily',
    'in use: weekday conversion',
  ),
  ...by(
    '5',
    'views/specMessages.test.tsx',
    'a batch action whose terminals are all gone is refused: please check the data first',
    'in use: batch without selection',
  ),
  ...by(
    '5',
    'e2e/system/accounts.test.ts',
    'the first login of an account asks for a new password, and then continues to the requested screen',
    'in use: change-password dialog',
  ),
  ...by(
    '5',
    'views/kit/formDialog.test.tsx',
    'shows errors beside the field, in the texts of the catalogue, and keeps the input',
    'in use: required, length and lengthMin beside their fields',
  ),
  ...by(
    '5',
    'server/accounts/idCard.test.ts',
    'it is optional, can be removed, and follows its rule',
    'in use: ID card number',
  ),
  // The password of casters contains the rule; no field takes it alone (docs/glossary.md, lettersAndDigits).
  ...by(
    '5',
    'server/casters/casters.test.ts',
    'the password %s is refused as a fault of its field',
    'in use: letters-and-digits combination',
  ),
  ...by(
    '5',
    'server/casters/casters.test.ts',
    'the password %s is refused as a fault of its field',
    'in use: caster password',
  ),
  ...by(
    '5',
    'views/accounts/accountRules.test.ts',
    'require a role, and digits or letters for the account',
    'in use: user number',
  ),
  ...by(
    '5',
    'server/system/siteImages.test.ts',
    'malicious files are refused with the usual messages, without leftovers',
    'in use: PNG upload',
    'in use: logo ratio',
  ),
  ...by(
    '5',
    'views/tasks/startForm.test.ts',
    'requires a duration greater than 0 where one is given',
    'in use: duration',
  ),
  ...by(
    '5',
    'views/media/uploads.test.ts',
    'accepts ten files of a selection and refuses eleven, all of them',
    'in use: upload limit',
  ),
  ...by(
    '5',
    'e2e/tasks/tasks.test.ts',
    'the list changes while it plays: added, moved, removed; the last item stays',
    'in use: last item of a list',
  ),
  ...by(
    '5',
    'server/broadcast/tasks.test.ts',
    'the list can be changed while it plays, but not emptied',
    'in use: emptying a list while playing',
  ),
  ...by('5', 'server/terminals/devices.test.ts', '%j is refused with its field', 'in use: dialogue code'),
  ...by(
    '5',
    'views/tasks/startForm.test.ts',
    'requires media, a text, and terminals, with errors at the fields',
    'in use: selections of a task',
  ),
  ...by(
    '5',
    'e2e/terminals/upgrades.test.ts',
    'before an upgrade every selected terminal must be online and must support upgrades',
    'in use: checks before an upgrade',
  ),
  ...by(
    '5',
    'server/terminals/administration.test.ts',
    'each terminal that is offline or lacks support fails with its own message; the others are set',
    'in use: checks before remote administration',
  ),
  ...by(
    '5',
    'e2e/system/administration.test.ts',
    'an offline terminal stops the action before anything is sent, and is named in the message',
    'in use: checks before server parameters',
  ),
  ...by(
    '5',
    'server/terminals/devices.test.ts',
    'an alias must differ from the name and can be removed; call numbers are unique',
    'in use: custom device name',
  ),
  ...by(
    '5',
    'views/kitRules.test.ts',
    'a change of filters returns to page 1, other changes keep the page',
    'in use: search-criteria change',
  ),
];
