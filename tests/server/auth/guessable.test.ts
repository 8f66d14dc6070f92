import { describe, expect, test } from 'vitest';
import { guessableFault } from '../../../server/platform/auth/passwords/guessable.ts';

const fault = (password: string, ...names: string[]) => guessableFault(password, names);

describe('a new password', () => {
  test.each(['Password-1', 'PASSWORD1!', 'P@ssw0rd', 'p@$$word123', 'Qwerty123!', '1qaz2wsx', 'iloveyou!'])(
    '%s is a common password',
    (password) => expect(fault(password)).toBe('rules.passwordCommon'),
  );

  test.each([
    ['Operator-1', 'operator', ''],
    ['OPERATOR#2026', 'operator', ''],
    ['North.Gate-77', 'ng', 'North Gate'],
    ['admİn-2026x', 'ADMIN', ''],
  ])('%s is close to the name of the account', (password, code, name) =>
    expect(fault(password, code, name)).toBe('rules.passwordName'),
  );

  test.each([
    ['Correct-Horse-1', 'admin', 'Administrator'],
    ['operator-has-a-long-sentence-7', 'operator', ''],
    // A short code is part of many words.
    ['Quiet-River-41', 'op', 'Q'],
    ['Quiet-River-41', '', ''],
    ['Quiet-River-41', '李', '李明'],
  ])('%s is accepted', (password, code, name) => expect(fault(password, code, name)).toBeNull());
});
