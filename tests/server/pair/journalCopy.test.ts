import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJournal } from '../../../server/air/journal/journalFile.ts';
import {
  createJournalReplica,
  type JournalReplica,
  type Lines,
} from '../../../server/air/journal/journalReplica.ts';
import {
  LinesRefused,
  openJournalCopy,
  putJournalAside,
} from '../../../server/edge/pair/journal/journalCopy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const addTo = (replica: JournalReplica, seq: number) =>
  replica.add(seq, JSON.stringify({ seq, of: 'alarm 1', part: {} }));
const inFile = async () => (await readJournal(folder)).map(({ seq }) => seq);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Connects a copy to a journal; lines arrive at once, unless `isCut`. */
async function connected(replica: JournalReplica, copy: Awaited<ReturnType<typeof openJournalCopy>>) {
  const arriving: Promise<void>[] = [];
  const link = replica.connect(copy.state(), (lines: Lines) => void arriving.push(copy.add(lines)));
  return {
    ...link,
    async arrived() {
      await turn();
      await Promise.all(arriving);
    },
  };
}

test('lines from before, from now and from the time without a connection arrive once and in order', async () => {
  const replica = createJournalReplica(4);
  const copy = await openJournalCopy(folder);
  addTo(replica, 5);
  let link = await connected(replica, copy);
  addTo(replica, 6);
  addTo(replica, 7);
  await link.arrived();
  expect(await inFile()).toEqual([5, 6, 7]);
  link.end();
  addTo(replica, 8);
  link = await connected(replica, copy);
  await link.arrived();
  expect(await inFile()).toEqual([5, 6, 7, 8]);
  await copy.close();
});

test('a line stays at the standby until its own database has it', async () => {
  const replica = createJournalReplica(0);
  const copy = await openJournalCopy(folder);
  const link = await connected(replica, copy);
  addTo(replica, 1);
  addTo(replica, 2);
  await link.arrived();
  // The leader has stored both, the standby one.
  replica.stored(2);
  await copy.stored(1);
  link.stored(1);
  // The copy is lost: what the standby lacks is sent again.
  await copy.close();
  rmSync(join(folder, 'alarms.journal'));
  const anew = await openJournalCopy(folder);
  await (await connected(replica, anew)).arrived();
  expect(await inFile()).toEqual([2]);
  await anew.stored(2);
  expect(await inFile()).toEqual([]);
  await anew.close();
});

test('a leader that has lost its last lines in a restart replaces them', async () => {
  const first = createJournalReplica(0);
  const copy = await openJournalCopy(folder);
  const link = await connected(first, copy);
  for (const seq of [1, 2, 3]) addTo(first, seq);
  await link.arrived();
  const restarted = createJournalReplica(2);
  addTo(restarted, 3);
  restarted.add(4, JSON.stringify({ seq: 4, of: 'site', part: {} }));
  await (await connected(restarted, copy)).arrived();
  expect((await readJournal(folder)).map(({ seq, of }) => `${seq} ${of}`)).toEqual([
    '1 alarm 1',
    '2 alarm 1',
    '3 alarm 1',
    '4 site',
  ]);
  await copy.close();
});

test('repeated lines and lines out of order are refused, and confirmations of lines never sent', async () => {
  const replica = createJournalReplica(0);
  const copy = await openJournalCopy(folder);
  const sent: Lines[] = [];
  const link = replica.connect(copy.state(), (lines) => void sent.push(lines));
  addTo(replica, 1);
  await turn();
  for (const lines of sent) await copy.add(lines);
  await expect(copy.add(sent[1] as Lines)).rejects.toThrow(LinesRefused);
  const { run, base } = sent[0] as Lines;
  const mixed = [3, 2].map((seq) => ({ seq, text: '{}' }));
  await expect(copy.add({ run, base, lines: mixed })).rejects.toThrow(LinesRefused);
  expect(await inFile()).toEqual([1]);
  expect([link.confirmed(1), link.confirmed(2)]).toEqual([true, false]);
  await copy.close();
});

test('a person waits for the confirmation of a connected standby, and no longer than it is connected', async () => {
  const replica = createJournalReplica(0);
  addTo(replica, 1);
  await replica.safe();
  const link = replica.connect({ run: null, seq: 0, stored: 0 }, () => {});
  await turn();
  let done = 0;
  const count = () => done++;
  const one = replica.safe().then(count);
  await turn();
  expect(done).toBe(0);
  link.confirmed(1);
  await one;
  addTo(replica, 2);
  const other = replica.safe().then(count);
  await turn();
  expect(done).toBe(1);
  link.end();
  await other;
});

test('the journal of a former leader is put aside, as its database is', async () => {
  const copy = await openJournalCopy(folder);
  const replica = createJournalReplica(0);
  addTo(replica, 1);
  await (await connected(replica, copy)).arrived();
  await copy.close();
  await putJournalAside(folder, 7);
  expect(await inFile()).toEqual([]);
  await putJournalAside(folder, 8);
});
