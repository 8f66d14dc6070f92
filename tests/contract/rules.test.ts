import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { messageText } from '../../contract/api/errors.ts';
import { startRealTimeTask } from '../../contract/entities/tasks/broadcast.ts';
import { issueFault, readRuleMessage, ruleMessage, ruleText } from '../../contract/rules/ruleMessage.ts';
import * as rules from '../../contract/rules/rules.ts';

/** The message that a value raises, or null. */
function raised(schema: z.ZodType, value: unknown): string | null {
  const result = schema.safeParse(value);
  return result.success ? null : (result.error.issues[0]?.message ?? '');
}
const inEnglish = (message: string | null) =>
  message && ruleText(message, (key, params) => messageText(key, 'en', params));

describe('login and password', () => {
  it('account and password must not be empty at login', () => {
    expect(raised(rules.loginForm, { username: '', password: 'x' })).toBe('auth.accountEmpty');
    expect(raised(rules.loginForm, { username: '  ', password: 'x' })).toBe('auth.accountEmpty');
    expect(raised(rules.loginForm, { username: 'x', password: '' })).toBe('auth.passwordEmpty');
    expect(raised(rules.loginForm, { username: 'x' })).toBe('auth.passwordEmpty');
    expect(raised(rules.loginForm, { username: 'x', password: ' ' })).toBeNull();
  });

  it.each(['aaaaaaaa', 'AAAAAAAA', '12345678', '!!!!!!!!', 'aaaaAAAA', 'aaaa1234', 'AAAA!!!!', '1234!!!!'])(
    'strength refuses one or two classes: %s',
    (text) => expect(raised(rules.passwordStrong, text)).toBe('rules.passwordStrength'),
  );

  it.each(['aaaAAA11', 'aaaa11!!', 'AAAA11!!', 'aaAA!!!!', 'aA1!aA1!', 'Пароль1aA'])(
    'strength takes three of the four classes: %s',
    (text) => expect(raised(rules.passwordStrong, text)).toBeNull(),
  );

  it('strength wants at least 8 non-space characters', () => {
    expect(raised(rules.passwordStrong, 'aA1!aA1')).toBe('rules.passwordStrength');
    expect(raised(rules.passwordStrong, 'aA1! aA1!')).toBe('rules.passwordStrength');
    expect(raised(rules.passwordStrong, 'aA1!\u3000aA1!')).toBe('rules.passwordStrength');
    expect(raised(rules.passwordStrong, 'aA1'.repeat(40))).toBe('rules.passwordMax?max=100');
  });

  it('confirm password must be non-empty and equal to the password', () => {
    expect(rules.confirmFault('secret12', '')).toBe('rules.confirmRequired');
    expect(rules.confirmFault('secret12', 'secret13')).toBe('rules.confirmDiffers');
    expect(rules.confirmFault('secret12', 'secret12')).toBeNull();
  });

  it('a form with both fields shows the error beside the confirmation', () => {
    const form = z
      .object({ password: z.string().optional(), confirmPassword: z.string().optional() })
      .check(rules.confirmed);
    const wrong = form.safeParse({ password: 'secret12', confirmPassword: 'other' });
    expect(wrong.error?.issues[0]).toMatchObject({
      path: ['confirmPassword'],
      message: 'rules.confirmDiffers',
    });
    expect(form.safeParse({ password: 'secret12' }).success).toBe(false);
    expect(form.safeParse({ password: 'secret12', confirmPassword: 'secret12' }).success).toBe(true);
    // the password of a partition may be blank
    expect(form.safeParse({ password: '', confirmPassword: '' }).success).toBe(true);
  });

  it('a confirmation that differs does not hide other errors of the form', () => {
    const form = z
      .object({ password: z.string(), confirmPassword: z.string() })
      .check(rules.confirmed)
      .check((context) => {
        context.issues.push({ code: 'custom', path: ['password'], message: 'weak', input: context.value });
      });
    const paths = form
      .safeParse({ password: 'Secret-1', confirmPassword: 'other' })
      .error?.issues.map((issue) => issue.path[0]);
    expect(paths).toEqual(['confirmPassword', 'password']);
  });

  it('accounts take the strength rule when it is on, the special-character rule when it is off', () => {
    for (const isStrong of [true, false])
      expect(raised(rules.accountPassword(isStrong), '')).toBe('auth.passwordEmpty');
    expect(raised(rules.accountPassword(true), 'aaaa1234')).toBe('rules.passwordStrength');
    expect(raised(rules.accountPassword(false), 'aaaa1234')).toBeNull();
    expect(raised(rules.accountPassword(false), 'aaaaaaaa')).toBe('rules.passwordSpecial');
  });
});

describe('reusable form rules', () => {
  it("required says 'please enter {field, or a default name}!'", () => {
    expect(inEnglish(raised(rules.required('name'), ''))).toBe('Please enter a name!');
    expect(inEnglish(raised(rules.required(), '   '))).toBe('Please enter a value!');
    expect(inEnglish(raised(rules.required('name'), undefined))).toBe('Please enter a name!');
    expect(raised(rules.required('name'), 'x')).toBeNull();
  });

  it('length has default min 1 and max 50, and both bounds count', () => {
    expect(raised(rules.length(), '')).toBe('rules.length?min=1&max=50');
    expect(raised(rules.length(), 'x')).toBeNull();
    expect(raised(rules.length(), 'x'.repeat(50))).toBeNull();
    expect(raised(rules.length(), 'x'.repeat(51))).toBe('rules.length?min=1&max=50');
    expect(inEnglish(raised(rules.length(2, 4), 'x'))).toBe('Length between 2 and 4 characters!');
    // one character to a person, two UTF-16 units
    expect(raised(rules.length(1, 1), '𠮷')).toBeNull();
  });

  it('a required text names the missing field first, then its length', () => {
    expect(inEnglish(raised(rules.requiredText('name'), ''))).toBe('Please enter a name!');
    expect(inEnglish(raised(rules.requiredText('name', 3), 'four'))).toBe(
      'Length between 1 and 3 characters!',
    );
  });

  it('lengthMin has default 8', () => {
    expect(inEnglish(raised(rules.lengthMin(), '1234567'))).toBe('At least 8 characters!');
    expect(raised(rules.lengthMin(), '12345678')).toBeNull();
    expect(raised(rules.lengthMin(3), 'ab')).toBe('rules.lengthMin?min=3');
  });

  it('letters-and-digits must not be all digits or all letters', () => {
    for (const text of ['123', 'abc', 'ABC'])
      expect(raised(rules.lettersAndDigits, text)).toBe('rules.lettersAndDigits');
    for (const text of ['a1', '1a', 'A-1']) expect(raised(rules.lettersAndDigits, text)).toBeNull();
  });

  it('password is 8 to 20 letters and digits, not all of one kind', () => {
    for (const text of ['abcd123', '12345678', 'abcdefgh', 'abcd-1234', 'abcd 1234', `a${'1'.repeat(20)}`])
      expect(raised(rules.password, text)).toBe('rules.password');
    for (const text of ['abcd1234', `a${'1'.repeat(19)}`]) expect(raised(rules.password, text)).toBeNull();
  });

  it('password with special characters is 8 to 100 non-space characters of two of three kinds', () => {
    for (const text of ['ab1', 'abcdefgh', '12345678', '!@#$%^&*', 'abc 1234', `a1${'x'.repeat(99)}`])
      expect(raised(rules.passwordSpecial, text)).toBe('rules.passwordSpecial');
    for (const text of ['abcd1234', 'abcdefg!', '1234567<', `a1${'x'.repeat(98)}`])
      expect(raised(rules.passwordSpecial, text)).toBeNull();
    // a hyphen is none of the three kinds, but may be there
    expect(raised(rules.passwordSpecial, 'abcdefg-')).toBe('rules.passwordSpecial');
    expect(raised(rules.passwordSpecial, 'abcdef-1')).toBeNull();
  });

  it.each([...'~!@#$%^&*()_<>'])('%s counts as a special character', (special) => {
    expect(raised(rules.passwordSpecial, `abcdefg${special}`)).toBeNull();
  });

  it('user number is digits or letters only', () => {
    for (const text of ['7', 'abc', 'A1']) expect(raised(rules.userNumber, text)).toBeNull();
    for (const text of ['', 'a-1', '号1', 'a 1', 'a\n'])
      expect(raised(rules.userNumber, text)).toBe('rules.userNumber');
  });

  it('ID card number is 15 digits, 18 digits, or 17 digits and X', () => {
    for (const text of ['1'.repeat(15), '1'.repeat(18), `${'1'.repeat(17)}X`])
      expect(raised(rules.idCard, text)).toBeNull();
    for (const text of [
      '',
      '1'.repeat(14),
      '1'.repeat(16),
      '1'.repeat(17),
      `${'1'.repeat(14)}X`,
      '1'.repeat(19),
    ])
      expect(inEnglish(raised(rules.idCard, text))).toBe('Enter a correct ID card number');
  });

  it('the dialogue code is exactly 8 characters from A-F or 0-9', () => {
    for (const text of ['ABCDEF01', '00000000']) expect(raised(rules.dialogueCode, text)).toBeNull();
    for (const text of ['ABCDEF0', 'ABCDEF012', 'abcdef01', 'ABCDEFG1', ''])
      expect(raised(rules.dialogueCode, text)).toBe('rules.dialogueCode');
  });
});

describe('selections of a real-time task', () => {
  it('media, text and devices must be selected, by the keys of the catalogue', () => {
    const keys = (value: unknown) =>
      (startRealTimeTask.safeParse(value).error?.issues ?? []).map(
        (issue) => readRuleMessage(issue.message)?.key,
      );
    expect(keys({ name: 'a', audio_source: 0 })).toEqual(['rules.selectMedia', 'rules.selectDevice']);
    expect(keys({ name: 'a', audio_source: 1, orgs: [1] })).toEqual(['rules.selectTts']);
    expect(keys({ name: 'a', audio_source: 1, orgs: [1], textContent: 'hello' })).toEqual([]);
  });
});

describe('rule messages travel as one string', () => {
  it('key and parameters come back as they went in', () => {
    const message = ruleMessage('common.duplicate', { value: 'a&b=c?d 你' });
    expect(readRuleMessage(message)).toEqual({ key: 'common.duplicate', params: { value: 'a&b=c?d 你' } });
    expect(readRuleMessage('Invalid input: expected string')).toBeNull();
    expect(ruleText('plain words', () => 'never')).toBe('plain words');
  });

  it("zod's own refusals become rules with a text in every language", () => {
    const schema = z.strictObject({
      a: z.string(),
      n: z.number().min(1).max(9),
      s: z.string().min(2).max(3),
      l: z.array(z.number()).min(1).max(1),
      e: z.enum({ x: 1 }),
      u: z.url(),
    });
    const faults = (value: unknown) =>
      Object.fromEntries(
        (schema.safeParse(value).error?.issues ?? []).map(issueFault).map((one) => [one.path, one.key]),
      );
    expect(faults({ n: 0, s: 'x', l: [], e: 2, u: 'x', extra: 1 })).toEqual({
      '': 'rules.unknownField',
      a: 'rules.required',
      n: 'rules.min',
      s: 'rules.lengthMin',
      l: 'rules.itemsMin',
      e: 'rules.choice',
      u: 'rules.url',
    });
    expect(faults({ a: 1, n: 'x', s: 'xxxx', l: [1, 2], e: 1, u: 'http://a.b' })).toEqual({
      a: 'rules.invalid',
      n: 'rules.number',
      s: 'rules.length',
      l: 'rules.itemsMax',
    });
    expect(faults({ a: '', n: 10, s: 'xx', l: ['x'], e: 1, u: 'http://a.b' })).toEqual({
      n: 'rules.max',
      'l.0': 'rules.number',
    });
    expect(z.string().min(1).safeParse('').error?.issues.map(issueFault)[0]?.key).toBe('rules.required');
  });
});
