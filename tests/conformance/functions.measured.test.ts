import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { partOf } from '../../terminal/headless/part.ts';
import type { TerminalOptions } from '../../terminal/headless/terminal.ts';
import { UpgradeSlots } from '../../terminal/headless/upgrade/upgradeSlots.ts';
import { isLong } from '../support/random.ts';
import { altered, without } from './faultsOf.ts';
import type { Fault, Message } from './faultyLink.ts';
import { idsOf, patient, runTerminal } from './runTerminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-conformance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let folders = 0;
const fresh = () => join(folder, String(++folders));

const station = () => ({ part: partOf({ role: 'dialogue', channels: 1, input: 'tone' }) });
const speaker = () => ({ part: partOf({ role: 'tts', channels: 1, input: 'tone' }) });
const offline = () => ({ more: { keep: { folder: fresh(), bytes: 1e7 } } });
/** Terminal that can be upgraded; nothing starts what it prepares. */
function upgradable(): { more: Pick<TerminalOptions, 'upgrade'> } {
  let keys: readonly string[] = [];
  const store = {
    given: [],
    get: () => keys,
    set: (value: readonly string[]) => {
      keys = value;
    },
  };
  const slots = new UpgradeSlots(fresh());
  return { more: { upgrade: { slots, keys: store, welcomed: () => {}, leave: () => {} } } };
}

/** Reports `playing` from the first manifest with runs on. */
function playsLinked(): Fault {
  let isDue = false;
  return {
    toTerminal(message) {
      isDue ||= message.type === 'keep.manifest' && (message.runs as unknown[]).length > 0;
      return [message];
    },
    fromTerminal: (message) => altered('report', () => (isDue ? { state: 'playing' } : {}))(message),
  };
}
const later = ({ records }: Message) => ({
  records: (records as { first_sound_ms: number }[]).map((one) => ({
    ...one,
    first_sound_ms: one.first_sound_ms + 500,
  })),
});

/** Changes every programme of the manifests. */
const programmesWith = (change: object) =>
  altered('keep.manifest', ({ programmes }) => ({
    programmes: (programmes as object[]).map((one) => ({ ...one, ...change })),
  }));

/** Cases by the terminal that fulfils them, each with a fault that it must find. */
const groups = {
  station: {
    terminal: station,
    faults: {
      'call-ringing': { toTerminal: without('call.state') },
      'call-talking': { toTerminal: altered('call.state', () => ({ stream: undefined })) },
      'call-lost': { fromTerminal: altered('status', () => ({ state: 'talking' })) },
      'call-answer': { fromTerminal: altered('call.answer', () => ({ call: 4 })) },
      'call-dial': { fromTerminal: altered('call.dial', () => ({ number: '12' })) },
      'live-speech': { fromTerminal: altered('report', () => ({ late: 3 })) },
      'urgent-power': { toTerminal: altered('stream.open', () => ({ urgent: undefined })) },
      'grant-undialled': { fromTerminal: without('talk.stop') },
      page: { fromTerminal: altered('talk.start', () => ({ targets: { all: true } })) },
      'dialled-page': { fromTerminal: without('talk.stop') },
    },
  },
  speaker: {
    terminal: speaker,
    faults: {
      speak: { fromTerminal: altered('spoken', () => ({ ok: false })) },
      'speak-speed': { toTerminal: altered('speak', () => ({ speed: 50 })) },
      'speak-status': { fromTerminal: altered('status', () => ({ spoken: 0 })) },
    },
  },
  offline: {
    terminal: offline,
    faults: {
      keep: { fromTerminal: without('keep.want') },
      'keep-ticket': { download: (url: URL) => url.searchParams.set('ticket', 'ticket-1') },
      'keep-busy': { retryAfter: '0.1' },
      'keep-corrupt': { fromTerminal: altered('keep.state', () => ({ trouble: null, missing: [] })) },
      'keep-deleted': { fromTerminal: altered('keep.state', () => ({ bytes: 32_000 })) },
      linked: playsLinked(),
      alone: { fromTerminal: altered('keep.played', later) },
      confirmed: { toTerminal: without('keep.confirmed') },
      'alone-rank': { toTerminal: programmesWith({ weight: 0 }) },
      'alone-ends': { toTerminal: programmesWith({ resume: undefined }) },
      'alarm-alone': { toTerminal: altered('stream.open', () => ({ kept: undefined })) },
    },
  },
  upgradable: {
    terminal: upgradable,
    faults: {
      'upgrade-untrusted': { fromTerminal: without('upgrade.state') },
      'upgrade-resume': { download: (_url: URL, headers: Record<string, unknown>) => delete headers.range },
      'upgrade-signature': { fromTerminal: without('upgrade.state') },
      'upgrade-payload': { fromTerminal: without('upgrade.state') },
      'upgrade-digest': {
        fromTerminal: altered('upgrade.state', () => ({ state: 'preparing_to_restart' })),
      },
      'upgrade-stop': { toTerminal: without('upgrade.stop') },
    },
  },
} satisfies Record<string, { terminal: () => object; faults: Record<string, Fault> }>;

/** Cases that `npm test` leaves out: they last seconds, or need another program. */
const long = [
  'dialled-page',
  'keep-busy',
  'keep-corrupt',
  'keep-deleted',
  'linked',
  'alone-rank',
  'alone-ends',
  'alarm-alone',
  'speak-speed',
  'upgrade-digest',
];
const chosen = (faults: object) => Object.keys(faults).filter((id) => isLong || !long.includes(id));

test.concurrent.each(Object.entries(groups))(
  'a terminal of the group %s passes the cases of its functions',
  async (_, group) => {
    const only = chosen(group.faults);
    const results = await runTerminal({ only: [...only, 'schemas'], ...group.terminal() });
    expect(results.filter(({ result }) => result !== 'pass')).toEqual([]);
    expect(idsOf(results, 'pass')).toEqual(expect.arrayContaining(only));
  },
  180_000,
);

const strict = { ...patient, messageMs: 200 };
const faults = Object.values(groups).flatMap(({ terminal, faults: all }) =>
  Object.entries(all as Record<string, Fault>).map(([id, fault]) => ({ id, terminal, fault })),
);
/** Faults that are found without a wait. */
const quick = ['call-dial', 'grant-undialled', 'keep-ticket', 'upgrade-digest'];

test.concurrent.each(faults.filter(({ id }) => isLong || quick.includes(id)))(
  'a terminal with a fault fails the case $id',
  async ({ id, terminal, fault }) => {
    // Without a record to confirm, nothing could be sent again.
    const only = id === 'confirmed' ? ['alone', id] : [id];
    const results = await runTerminal({ only, fault, tolerances: strict, ...terminal() });
    expect(idsOf(results, 'fail')).toContain(id);
  },
  180_000,
);
