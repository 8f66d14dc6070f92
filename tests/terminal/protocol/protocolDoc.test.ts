import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  closeCode,
  decodeAudioFrame,
  encodeAudioFrame,
  HELLO_TIMEOUT_MS,
  MAX_MESSAGE_BYTES,
  MAX_MESSAGES_PER_S,
  MAX_UNKNOWN_BYTES,
  PRESENCE_TIMEOUT_MS,
  SERVER_FEATURES,
} from '../../../contract/protocol/frames.ts';
import { fromTerminal, fromTerminalTypes, report, toTerminal } from '../../../contract/protocol/terminal.ts';
import { terminalStatus } from '../../../contract/protocol/terminalStatus.ts';

const text = readFileSync(join(import.meta.dirname, '../../../docs/protocols/terminal-protocol.md'), 'utf8');
const blocks = (kind: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${kind}\n([^\`]*)\`\`\``, 'g'))].map(([, body = '']) => body);

type Json = z.core.JSONSchema.BaseSchema;
/** The schemas within a schema: those of its fields with their names, and those that it is made of. */
function within(schema: Json): { name: string | null; schema: Json }[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], $defs = {} } = schema;
  const parts = [...[items ?? []].flat(), ...anyOf, ...oneOf, ...allOf, ...Object.values($defs)];
  return [
    ...Object.entries(properties).map(([name, field]) => ({ name, schema: field as Json })),
    ...parts.map((part) => ({ name: null, schema: part as Json })),
  ];
}
/** Names of all fields, and all texts that have a fixed meaning. */
function namesIn(schema: Json): string[] {
  const values = [...(schema.enum ?? []), schema.const].filter(
    (one) => typeof one === 'string' && one !== '',
  );
  const inner = within(schema).flatMap((one) => [one.name ?? [], namesIn(one.schema)].flat());
  return [...(values as string[]), ...inner];
}
function textLimits(schema: Json, of = ''): { name: string; most: number }[] {
  const own = schema.maxLength === undefined ? [] : [{ name: of, most: schema.maxLength }];
  return [...own, ...within(schema).flatMap((one) => textLimits(one.schema, one.name ?? of))];
}

describe('docs/protocols/terminal-protocol.md', () => {
  test.each(blocks('json from'))('example of a terminal matches the schema: %s', (body) => {
    expect(fromTerminal.safeParse(JSON.parse(body)).error).toBeUndefined();
  });

  test.each(blocks('json to'))('example of the server matches the schema: %s', (body) => {
    const example = JSON.parse(body);
    expect(toTerminal.parse(example)).toEqual(example);
  });

  test('has an example of every message', () => {
    const shown = (kind: string) => new Set(blocks(kind).map((body) => JSON.parse(body).type));
    const fromServer = new Set(toTerminal.options.flatMap((option) => [...option.shape.type.values]));
    expect(shown('json from')).toEqual(fromTerminalTypes);
    expect(shown('json to')).toEqual(fromServer);
  });

  test('explains every feature that a server announces', () => {
    const welcome = blocks('json to')
      .map((body) => JSON.parse(body))
      .find(({ type }) => type === 'welcome');
    expect(welcome.server.features).toEqual([...SERVER_FEATURES]);
    for (const feature of SERVER_FEATURES) expect(text).toContain(`\`${feature}\``);
  });

  test('states the limits, close codes and refusals of the code', () => {
    const row = (start: string) => text.split('\n').find((line) => line.startsWith(`| ${start}`)) ?? '';
    expect(row('time from opening to `hello`')).toContain(`| ${HELLO_TIMEOUT_MS / 1000} s |`);
    expect(row('silence of a terminal')).toContain(`| ${PRESENCE_TIMEOUT_MS / 1000} s |`);
    expect(row('messages of a terminal')).toContain(`| ${MAX_MESSAGES_PER_S} in a second |`);
    expect(row('one message')).toContain(`| ${MAX_MESSAGE_BYTES / 1_048_576} MiB |`);
    expect(row('messages of an unknown type')).toContain(`| ${MAX_UNKNOWN_BYTES / 1024} KiB each`);
    for (const code of Object.values(closeCode)) expect(row(`${code} `)).toContain('`refused`');
    const refused = toTerminal.options.find((option) => option.shape.type.value === 'refused');
    const codes = refused && 'code' in refused.shape ? Object.keys(refused.shape.code.enum) : [];
    const rows = text.split('\n').filter((line) => line.startsWith('| `'));
    for (const code of codes)
      expect(
        rows.some((line) => line.split('|')[1]?.includes(`\`${code}\``)),
        code,
      ).toBe(true);
  });

  test('contains every field and every value of the messages', () => {
    const words = new Set(text.match(/[A-Za-z][A-Za-z0-9_.]*/g));
    const declared = [fromTerminal, toTerminal].flatMap((schema) =>
      namesIn(z.toJSONSchema(schema, { io: 'input' })),
    );
    expect(declared.length).toBeGreaterThan(200);
    expect(declared.filter((name) => !words.has(name) && !words.has(`${name}.`))).toEqual([]);
  });

  test('states the maximum length of each text of a terminal', () => {
    const table = text.slice(text.indexOf('| your texts |'), text.indexOf('\n\nCounts are'));
    const rows = table.split('\n').flatMap((line) => {
      const [, names = '', most = ''] = line.split('|');
      return /\d/.test(most) ? [{ names, most: Number(most) }] : [];
    });
    const limits = textLimits(z.toJSONSchema(fromTerminal, { io: 'input' }));
    expect(limits.length).toBeGreaterThan(15);
    for (const { name, most } of limits)
      expect(
        rows.some((row) => row.most === most && row.names.includes(`\`${name}\``)),
        `${name} ${most}`,
      ).toBe(true);
  });

  test('has an example of the status of every kind', () => {
    const shown = blocks('json from').flatMap((body) => JSON.parse(body).kind ?? []);
    const kinds = terminalStatus.options.map((option) => option.shape.kind.value);
    expect(shown.sort()).toEqual([...kinds].sort());
  });

  test('explains every field of a report and every refusal', () => {
    for (const field of Object.keys(report.shape)) expect(text).toContain(`\`${field}\``);
    const refused = toTerminal.options.find((option) => option.shape.type.value === 'refused');
    const codes = refused && 'code' in refused.shape ? Object.keys(refused.shape.code.enum) : [];
    expect(codes.length).toBeGreaterThan(5);
    for (const code of codes) expect(text).toContain(`\`${code}\``);
  });

  test('the example frame has the bytes that the code encodes', () => {
    const bytes = Buffer.from((blocks('hex')[0] ?? '').replace(/\s/g, ''), 'hex');
    const packet = Uint8Array.of(0xf8, 0xff, 0xfe);
    const frame = { stream: 42, at_us: 7_200_000_000, packets: [packet, packet] };
    expect(decodeAudioFrame(new Uint8Array(bytes))).toEqual(frame);
    expect(Buffer.from(encodeAudioFrame(frame)).equals(bytes)).toBe(true);
  });
});
