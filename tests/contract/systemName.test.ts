import { describe, expect, it } from 'vitest';
import { languages } from '../../contract/language.ts';
import { systemName, systemNameSearch, withSystemNames } from '../../contract/systemName.ts';

describe('names that the system gives', () => {
  it('are shown in the language of the reader', () => {
    const page = systemName('page', 'Front desk');
    expect(languages.map((lang) => withSystemNames(page, lang))).toEqual([
      'Front desk 讲话',
      'Live speech: Front desk',
      'Front desk 음성 방송',
    ]);
    expect(withSystemNames(systemName('call', 'Gate', 'Hall'), 'en')).toBe('Gate in call with Hall');
    expect(withSystemNames(systemName('all_call', 'admin'), 'en')).toBe('All-call: admin');
    expect(withSystemNames(systemName('emergency', 'admin'), 'kr')).toBe('admin 비상 마이크');
  });

  it('are replaced within JSON, which stays valid whatever a name contains', () => {
    const name = 'A "quoted" \\ name | with ⟦marks⟧';
    const sent = JSON.stringify({
      rows: [{ name: systemName('page', name), by: `${systemName('page', 'B')}, C` }],
    });
    expect(JSON.parse(withSystemNames(sent, 'en'))).toEqual({
      rows: [{ name: 'Live speech: A "quoted" \\ name   with  marks', by: 'Live speech: B, C' }],
    });
  });

  it('have at most 50 characters, and are whole also when a name is cut', () => {
    const long = '𝄞'.repeat(80);
    for (const code of [systemName('emergency', long), systemName('call', long, long)]) {
      expect([...code].length).toBeLessThanOrEqual(50);
      expect(withSystemNames(code, 'en')).not.toContain('⟦');
    }
  });

  it('are found by the words that are shown, with and without a name', () => {
    for (const text of ['All-call', '全区广播', '全区', 'all-call'])
      expect(systemNameSearch(text), text).toContain('⟦all_call|');
    for (const text of ['All-call: adm', 'adm 全区广播', 'Adm 전체 방송'])
      expect(systemNameSearch(text), text).toContain('⟦all_call|adm');
    for (const text of ['', 'a', 'admin', 'lunch bell']) expect(systemNameSearch(text), text).toEqual([]);
  });

  it('of an unknown kind, and texts of people, stay as they are', () => {
    for (const text of ['⟦other|x⟧', 'All-call: lunch', 'a ⟦ b'])
      expect(withSystemNames(text, 'cn')).toBe(text);
  });
});
