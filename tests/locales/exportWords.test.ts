import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as words from '../../contract/api/exportWords.ts';
import { auditColumns, onlineColumns } from '../../contract/api/logs.ts';
import {
  alarmAction,
  audioSource,
  codeValues,
  runResult,
  taskType,
  ttsAuthorizationAction,
  upgradeAction,
} from '../../contract/codes.ts';
import { auditEntities } from '../../contract/entities/site/audit.ts';
import { recordFileColumns } from '../../contract/entities/sound/recordFile.ts';
import { alarmRecordColumns } from '../../contract/entities/tasks/alarm.ts';
import { taskLogColumns, taskLogTargetColumns } from '../../contract/entities/tasks/taskLog.ts';
import { languages } from '../../contract/language.ts';

type Section = Record<string, string>;
const locales = Object.fromEntries(
  languages.map((lang) => [lang, JSON.parse(readFileSync(`locales/${lang}.json`, 'utf8'))]),
);
const tables: Record<string, words.Words> = { ...words };
const plain = (text: string) => text.replace(/\{\{(\w+)\}\}/g, '{$1}');

/** Sections of the console's texts with the same words. */
const sections: Record<string, (texts: Record<string, Record<string, Section>>) => Section> = {
  taskTypeWords: (texts) => texts.codes?.taskType ?? {},
  audioSourceWords: (texts) => texts.codes?.audioSource ?? {},
  runResultWords: (texts) => {
    const { incomplete: _, ...results } = texts.taskLog?.result ?? {};
    return results;
  },
  reasonWords: (texts) => (texts.reason ?? {}) as unknown as Section,
  auditActionWords: (texts) => texts.logs?.actions ?? {},
};

describe('codes in files that the server writes', () => {
  test('are called as on the screens, in every language', () => {
    expect(Object.keys(sections).sort()).toEqual(Object.keys(tables).sort());
    for (const [name, sectionOf] of Object.entries(sections)) {
      const table: words.Words = tables[name] ?? {};
      for (const lang of languages) {
        const own = Object.fromEntries(Object.entries(table).map(([key, texts]) => [key, texts[lang]]));
        const screen = Object.entries(sectionOf(locales[lang])).map(([key, text]) => [key, plain(text)]);
        expect(own, `${name} ${lang}`).toEqual(Object.fromEntries(screen));
      }
    }
  });

  test('each code has a word, and each action that the audit log is written with', () => {
    const has = (table: words.Words, codes: readonly (string | number)[]) =>
      expect(codes.filter((code) => table[String(code)] === undefined)).toEqual([]);
    has(words.taskTypeWords, codeValues(taskType));
    has(words.audioSourceWords, codeValues(audioSource));
    has(words.runResultWords, codeValues(runResult));
    has(words.auditActionWords, [
      ...codeValues(alarmAction),
      ...codeValues(ttsAuthorizationAction),
      ...codeValues(upgradeAction),
    ]);
    const files = readdirSync('server', { recursive: true }).filter((name) => String(name).endsWith('.ts'));
    const written = files.flatMap((name) => {
      const text = readFileSync(`server/${name}`, 'utf8');
      const found = text.matchAll(/(?:(?<!\w)action: |record\(by, |record\()'([a-z_]+)'/g);
      return text.includes('audit') ? [...found].map(([, action]) => String(action)) : [];
    });
    expect(written.length).toBeGreaterThan(30);
    has(words.auditActionWords, written);
  });

  test('each entity that the audit log is written with is declared with its name', () => {
    const files = readdirSync('server', { recursive: true }).filter((name) => String(name).endsWith('.ts'));
    const written = files.flatMap((name) => {
      const text = readFileSync(`server/${name}`, 'utf8');
      return text.includes('audit') ? [...text.matchAll(/\bentity: '([a-z_]+)'/g)].map(([, key]) => key) : [];
    });
    expect(written.length).toBeGreaterThan(30);
    expect(written.filter((key) => !auditEntities.some((one) => one === key))).toEqual([]);
  });

  test('no column of codes is without its words', () => {
    const codes = [
      'task_type',
      'audio_source',
      'result',
      'reason',
      'action',
      'entity',
      'drill',
      'status',
      'recordType',
    ];
    const columns = [
      ...taskLogColumns,
      ...taskLogTargetColumns,
      ...auditColumns,
      ...onlineColumns,
      ...alarmRecordColumns,
      ...recordFileColumns,
    ];
    const bare = columns.filter(
      ({ key, values }: { key: string; values?: unknown }) => codes.includes(key) && values === undefined,
    );
    expect(bare).toEqual([]);
  });
});
