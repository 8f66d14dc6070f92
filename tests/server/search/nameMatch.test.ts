import { beforeAll, describe, expect, test } from 'vitest';
import { Best } from '../../../server/platform/search/best.ts';
import { fold, keysOf, type Named, scoreAll, wordsOf } from '../../../server/platform/search/match.ts';
import { createPinyin, syllableIndexOf } from '../../../server/platform/search/pinyin.ts';

const pinyin = createPinyin();
beforeAll(() => pinyin.load());

const score = (named: Partial<Named>, q: string, hasAddress = true, zones: number[] = []) =>
  scoreAll(
    keysOf({ id: 1, name: '', ...named }, pinyin),
    wordsOf(q),
    wordsOf(q).join(' '),
    hasAddress,
    (place) => zones.includes(place),
  );
const fits = (named: Partial<Named>, q: string) => score(named, q) !== Number.POSITIVE_INFINITY;

describe('pinyin of names', () => {
  test('syllables of Chinese characters, and other letters and digits as parts', () => {
    expect(pinyin.of('s02 食堂')).toEqual(['s02', 'shi', 'tang']);
    expect(pinyin.of('教学楼a')).toEqual(['jiao', 'xue', 'lou', 'a']);
    expect(pinyin.of('重庆银行')).toEqual(['chong', 'qing', 'yin', 'hang']);
    expect(pinyin.of('绿化')).toEqual(['lv', 'hua']);
    expect(pinyin.of('hall 3')).toEqual([]);
    expect(pinyin.of('강당')).toEqual([]);
  });

  test.each([
    ['st', 0],
    ['shitang', 0],
    ['shit', 0],
    ['stang', 0],
    ['tang', 1],
    ['t', 1],
    ['hitang', -1],
    ['ang', -1],
    ['stt', -1],
    ['shitangx', -1],
  ])('%s begins at a syllable of shi tang: %i', (word, at) => {
    expect(syllableIndexOf(['shi', 'tang'], word)).toBe(at);
  });

  test('a word that fits a name in very many ways takes no long time', () => {
    const syllables = Array.from({ length: 60 }, () => 'an').flatMap((one) => [one, 'na']);
    expect(syllableIndexOf(syllables, `${'an'.repeat(39)}x`)).toBe(-1);
  });
});

describe('words', () => {
  test('parts of words fit in any order', () => {
    expect(fits({ name: 'North hall speaker 12' }, '12 nor')).toBe(true);
    expect(fits({ name: 'North hall speaker 12' }, 'speaker 13')).toBe(false);
    expect(fits({ name: '教学楼A', code: 'LS-0012' }, '0012 jxl')).toBe(true);
  });

  test('full-width letters and digits are the plain ones', () => {
    expect(fold('ＡＢ１２')).toBe('ab12');
    expect(fits({ name: '３号楼' }, '3hl')).toBe(true);
  });

  test('addresses fit only for those who may see them', () => {
    const named = { name: 'Hall', client_ip: '10.0.3.7' };
    expect(score(named, '10.0.3', true)).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(score(named, '10.0.3', false)).toBe(Number.POSITIVE_INFINITY);
  });

  test('a zone may fit a word instead of the object, but not all words', () => {
    expect(score({ name: '食堂' }, 's02 st', true, [0])).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(score({ name: '食堂' }, 's02', true, [0])).toBe(Number.POSITIVE_INFINITY);
  });

  test('the whole name is best, then its beginning, then that of a part, then pinyin, then the inside', () => {
    const best = new Best<string>(10);
    for (const name of ['xst', 'hall st', 'st', '食堂', 'station', '大食堂'])
      best.add({ row: name, name, score: score({ name }, 'st') });
    expect(best.kept.map(({ row }) => row)).toEqual(['st', 'station', '食堂', 'hall st', 'xst', '大食堂']);
  });

  test('the best of many are kept, and all are counted', () => {
    const best = new Best<number>(3);
    for (const value of [5, 3, 9, 1, 7, 3]) best.add({ row: value, name: `n${value}`, score: value });
    expect(best.kept.map(({ row }) => row)).toEqual([1, 3, 3]);
    expect(best.total).toBe(6);
  });
});
