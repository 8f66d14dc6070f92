import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeAudioFrame, encodeAudioFrame, SERVER_FEATURES } from '../../contract/frames.ts';
import { fromTerminal, fromTerminalTypes, report, toTerminal } from '../../contract/terminal.ts';
import { terminalStatus } from '../../contract/terminalStatus.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/terminal-protocol.md'), 'utf8');
const blocks = (kind: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${kind}\n([^\`]*)\`\`\``, 'g'))].map(([, body = '']) => body);

describe('the protocol as it is written down', () => {
  test.each(blocks('json from'))('a terminal may say %s', (body) => {
    expect(fromTerminal.safeParse(JSON.parse(body)).error).toBeUndefined();
  });

  test.each(blocks('json to'))('the server may say %s', (body) => {
    const example = JSON.parse(body);
    expect(toTerminal.parse(example)).toEqual(example);
  });

  test('has an example of every message', () => {
    const shown = (kind: string) => new Set(blocks(kind).map((body) => JSON.parse(body).type));
    const fromServer = new Set(toTerminal.options.flatMap((option) => [...option.shape.type.values]));
    expect(shown('json from')).toEqual(fromTerminalTypes);
    expect(shown('json to')).toEqual(fromServer);
  });

  test('shows and explains all that a server says it can do', () => {
    const welcome = blocks('json to')
      .map((body) => JSON.parse(body))
      .find(({ type }) => type === 'welcome');
    expect(welcome.server.features).toEqual([...SERVER_FEATURES]);
    for (const feature of SERVER_FEATURES) expect(text).toContain(`\`${feature}\``);
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

  test('the bytes of the example frame are those of the frame', () => {
    const bytes = Buffer.from((blocks('hex')[0] ?? '').replace(/\s/g, ''), 'hex');
    const packet = Uint8Array.of(0xf8, 0xff, 0xfe);
    const frame = { stream: 42, at_us: 7_200_000_000, packets: [packet, packet] };
    expect(decodeAudioFrame(new Uint8Array(bytes))).toEqual(frame);
    expect(Buffer.from(encodeAudioFrame(frame)).equals(bytes)).toBe(true);
  });
});
