import { expect, test } from 'vitest';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { restoreLost, updateNodeFaults } from '../../../server/edge/nodes/nodeFaults.ts';
import { LostNodes } from '../../../server/platform/nodes/lostNodes.ts';
import { beat, sourceOf } from './nodesSource.ts';

const second = beat('second', 'https://10.0.0.2:8443');

function setUp() {
  const lost = new LostNodes();
  const bus = { isOpen: true, since: 0 };
  const source = sourceOf(beat('first', 'https://10.0.0.1:8443'), lost, () => bus);
  const open = new Map<string, Partial<Fault>>();
  const faults = {
    open: (fault: Partial<Fault>) =>
      void open.set(`${fault.kind} ${fault.subject}`, { ...fault, opened_at: 1 }),
    resolve: (kind: string, subject: string) => void open.delete(`${kind} ${subject}`),
    drop: (kind: string, subject: string) => void open.delete(`${kind} ${subject}`),
    allOpen: () => [...open.values()] as Fault[],
  };
  const look = (atMs: number) => {
    updateNodeFaults(faults, source, atMs);
    return [...open.values()].map(({ kind }) => kind);
  };
  return { lost, bus, source, faults, open, look };
}

test('a node that is not heard for 5 s is a fault, until it is heard again', () => {
  const { lost, look, open } = setUp();
  lost.add({ ...second, at: 100_000 });
  expect(look(104_900)).toEqual([]);
  expect(look(105_000)).toEqual(['node_lost']);
  expect([...open.values()][0]?.params).toEqual({ name: 'second', address: 'https://10.0.0.2:8443' });
  // Another machine of that name does not end it; the same one with a further address does.
  lost.found(beat('second', 'https://10.0.0.9:8443'));
  expect(look(106_000)).toEqual(['node_lost']);
  lost.found({ ...second, urls: ['https://10.0.0.9:8443', ...second.urls] });
  expect(look(107_000)).toEqual([]);
});

test('a node stays lost when another leader starts, and until a person removes it', () => {
  const { lost, look, faults, source } = setUp();
  lost.add({ ...second, at: 100_000 });
  look(110_000);
  lost.clear();
  restoreLost(faults, source);
  expect(source.lost()).toMatchObject([{ name: 'second', at: 1_000 }]);
  expect(look(111_000)).toEqual(['node_lost']);
  source.forget();
  expect(look(112_000)).toEqual([]);
});

test('a node that was lost and leads next is not lost any more', () => {
  const { lost, look, source } = setUp();
  lost.add({ ...source.own(), at: 100_000 });
  expect(look(110_000)).toEqual([]);
  expect(lost.all()).toEqual([]);
});

test('without NATS that is the fault, not each node; a system with one server has none', () => {
  const { lost, bus, look, faults, open } = setUp();
  Object.assign(bus, { isOpen: false, since: 100_000 });
  lost.add({ ...second, at: 102_000 });
  expect(look(104_000)).toEqual([]);
  expect(look(108_000)).toEqual(['nats_lost']);
  Object.assign(bus, { isOpen: true, since: 109_000 });
  expect(look(110_000)).toEqual([]);
  expect(look(114_000)).toEqual(['node_lost']);
  updateNodeFaults(faults, null, 115_000);
  expect([...open]).toEqual([]);
});
