import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, readArgs, recordPath } from '../../../terminal/headless/args.ts';
import { WavWriter } from '../../../terminal/headless/audio/wav.ts';
import { StateFile } from '../../../terminal/headless/state.ts';
import { socketUrl } from '../../../terminal/headless/wire.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-terminal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('recording', () => {
  test('is a complete WAV file after every second, also if it is never closed', () => {
    const path = join(folder, 'a.wav');
    const writer = new WavWriter(path);
    writer.add(new Float32Array(24_000).fill(0.5));
    writer.add(new Float32Array(24_000).fill(-2));
    const bytes = readFileSync(path);
    expect(bytes.length).toBe(44 + 96_000);
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.readUInt32LE(24)).toBe(48_000);
    expect(bytes.readUInt32LE(40)).toBe(96_000);
    expect(bytes.readInt16LE(44)).toBe(Math.round(0.5 * 32_767));
    expect(bytes.readInt16LE(44 + 95_998)).toBe(-32_767);
    writer.close();
  });
});

describe('state file', () => {
  test('stores code and secrets readable by its owner only', () => {
    const path = join(folder, 'deep', 'state.json');
    const code = new StateFile(path).prefix();
    new StateFile(path).secret(`${code}-001`).set('swordfish');
    const again = new StateFile(path);
    expect(again.prefix()).toBe(code);
    expect(again.secret(`${code}-001`).get()).toBe('swordfish');
    expect(again.secret(`${code}-002`).get()).toBeUndefined();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    again.secret(`${code}-001`).set(undefined);
    expect(new StateFile(path).secret(`${code}-001`).get()).toBeUndefined();
  });

  test('does not overwrite another kind of file', () => {
    const path = join(folder, 'notes.json');
    writeFileSync(path, '{"shopping":["milk"]}');
    expect(() => new StateFile(path)).toThrow('not a state file');
  });
});

describe('command line', () => {
  test('up to 64 terminals decode by default', () => {
    expect(readArgs([])).toMatchObject({ count: 1, decode: 1, role: 'column', channels: 1, server: null });
    expect(readArgs(['--count', '1000'])).toMatchObject({ count: 1000, decode: 64 });
    expect(readArgs(['--count', '1000', '--decode', '0'])).toMatchObject({ decode: 0 });
  });

  test('prints a message for a wrong option', () => {
    expect(() => readArgs(['--count', 'many'])).toThrow('--count takes a number from 1');
    expect(() => readArgs(['--role', '9'])).toThrow('--role is one of column, caster');
    expect(() => readArgs(['--code', 'a b'])).toThrow('--code takes');
    expect(() => readArgs(['--loud'])).toThrow('--loud');
  });

  test('numbers terminals and files alike', () => {
    expect(codeOf('HALL', 0, 1)).toBe('HALL');
    expect(codeOf('HALL', 11, 50)).toBe('HALL-012');
    expect(recordPath('out.wav', 0, 1)).toBe('out.wav');
    expect(recordPath('out', 0, 2)).toBe('out-001.wav');
    expect(recordPath('out.wav', 1_233, 2_000)).toBe('out-1234.wav');
  });

  test('takes web and socket addresses of a server', () => {
    expect(socketUrl('http://pa.local:8080').href).toBe('ws://pa.local:8080/v1/terminal');
    expect(socketUrl('https://pa.local:8443/').href).toBe('wss://pa.local:8443/v1/terminal');
    expect(() => socketUrl('pa.local')).toThrow();
    expect(() => socketUrl('ftp://pa.local')).toThrow('not a server address');
  });
});
