import { describe, expect, test } from 'vitest';
import type { Cursor } from '../../contract/api/live.ts';
import {
  type CollectionEvent,
  type CollectionOptions,
  createCollections,
  GRACE_MS,
} from '../../src/streams/collection.ts';
import { Clock } from '../support/clock.ts';
import { fakeConnection } from '../support/fakeConnection.ts';

interface Row {
  id: number;
  org: number | null;
  name: string;
  level: number;
}

const row = (id: number, level = 0): Row => ({ id, org: 1, name: `n${id}`, level });
const at = (seq: number, epoch = 'e'): Cursor => ({ epoch, seq });

function setup(options: CollectionOptions<Row> = {}) {
  const clock = new Clock();
  const link = fakeConnection();
  const device = createCollections(link.connection, clock)<Row>('device', options);
  const id = () => link.subscribed().at(-1)?.id ?? 0;
  const snapshot = (seq: number, ...rows: Row[]) =>
    link.frame(0, { id: id(), kind: 'snapshot', ...at(seq), rows });
  const delta = (seq: number, set: Array<{ id: number } & Partial<Row>>, gone: number[] = []) =>
    link.frame(0, { id: id(), kind: 'delta', ...at(seq), set, gone });
  const read = () => {
    const events: CollectionEvent<Row>[] = [];
    const subscription = device.changes$.subscribe((event) => events.push(event));
    return { events, stop: () => subscription.unsubscribe() };
  };
  return { clock, link, device, snapshot, delta, read, id };
}

describe('collection', () => {
  test('a delta is emitted as whole rows, merged with those held', () => {
    const { link, snapshot, delta, read, device } = setup();
    const { events } = read();
    link.connect();
    snapshot(1, row(1), row(2));
    delta(2, [{ id: 1, level: -20 }, row(3)], [2, 9]);
    expect(events).toEqual([
      { kind: 'snapshot', rows: [row(1), row(2)] },
      { kind: 'delta', set: [row(1, -20), row(3)], gone: [2] },
    ]);
    expect(device.get(1)).toEqual(row(1, -20));
    expect(device.get(2)).toBeUndefined();
  });

  test('merged rows are new objects, so that a grid detects the change', () => {
    const { link, snapshot, delta, read, device } = setup();
    read();
    link.connect();
    snapshot(1, row(1));
    const before = device.get(1);
    delta(2, [{ id: 1, level: 5 }]);
    expect(device.get(1)).not.toBe(before);
    expect(before).toEqual(row(1));
  });

  test('a collection of many rows changes them in place; one row is watched by copies', () => {
    const { link, device, id } = setup({ inPlace: true });
    const seen: (Row | undefined)[] = [];
    device.row$(1).subscribe((one) => seen.push(one));
    link.connect();
    link.frame(0, { id: id(), kind: 'snapshot', ...at(1), rows: [row(1), row(2)] });
    const held = device.get(1);
    link.frame(0, { id: id(), kind: 'delta', ...at(2), set: [{ id: 1, level: 5 }], gone: [] });
    link.frame(0, { id: id(), kind: 'delta', ...at(3), set: [{ id: 2, level: 7 }], gone: [] });
    link.frame(0, { id: id(), kind: 'delta', ...at(4), set: [], gone: [1] });
    expect(held).toEqual(row(1, 5));
    expect(seen).toEqual([row(1), row(1, 5), undefined]);
  });

  test('a reconnected link resumes at its position; a snapshot drops rows that were removed meanwhile', () => {
    const { link, snapshot, delta, read } = setup();
    const { events } = read();
    link.connect();
    expect(link.subscribed()).toMatchObject([{ topic: 'device' }]);
    expect(link.subscribed()[0]).not.toHaveProperty('resume');
    snapshot(1, row(1), row(2));
    delta(7, []);
    link.lose();
    link.connect();
    expect(link.subscribed()[1]).toMatchObject({ topic: 'device', resume: at(7) });
    expect(link.subscribed()[1]?.id).not.toBe(link.subscribed()[0]?.id);
    snapshot(9, row(2));
    expect(events.at(-1)).toEqual({ kind: 'snapshot', rows: [row(2)] });
    delta(10, [{ id: 2, level: 1 }]);
    expect(events.at(-1)).toEqual({ kind: 'delta', set: [row(2, 1)], gone: [] });
  });

  test('messages of an earlier subscription are ignored', () => {
    const { link, snapshot, read } = setup();
    const { events } = read();
    link.connect();
    snapshot(1, row(1));
    link.frame(0, { id: 999, kind: 'snapshot', ...at(2), rows: [] });
    expect(events).toHaveLength(1);
  });

  test('two readers share one subscription; the later one first gets the rows held', () => {
    const { link, snapshot, delta, read } = setup();
    const first = read();
    link.connect();
    snapshot(1, row(1));
    const second = read();
    expect(second.events).toEqual([{ kind: 'snapshot', rows: [row(1)] }]);
    delta(2, [{ id: 1, level: 3 }]);
    expect(second.events.at(-1)).toEqual(first.events.at(-1));
    expect(link.subscribed()).toHaveLength(1);
  });

  test('a subscription outlives its last reader for 5 s, then it is ended', () => {
    const { clock, link, snapshot, read } = setup();
    const first = read();
    link.connect();
    snapshot(1, row(1));
    first.stop();
    clock.advance(GRACE_MS - 1);
    const second = read();
    expect(second.events).toEqual([{ kind: 'snapshot', rows: [row(1)] }]);
    second.stop();
    expect(link.sent.filter((message) => message.type === 'unsubscribe')).toEqual([]);
    clock.advance(GRACE_MS);
    expect(link.sent.at(-1)).toEqual({ type: 'unsubscribe', id: link.subscribed()[0]?.id });
  });

  test('after its end a new reader is not shown old rows as current', () => {
    const { clock, link, snapshot, read, device } = setup();
    const first = read();
    link.connect();
    snapshot(1, row(1));
    first.stop();
    clock.advance(GRACE_MS);
    const second = read();
    expect(second.events).toEqual([]);
    expect(device.get(1)).toBeUndefined();
    snapshot(2, row(2));
    expect(second.events).toEqual([{ kind: 'snapshot', rows: [row(2)] }]);
  });

  test('a revoked right removes the rows, and a granted one brings them back', () => {
    const { link, snapshot, read, device } = setup();
    const { events } = read();
    link.connect();
    snapshot(1, row(1));
    link.frame(0, { id: link.subscribed()[0]!.id, kind: 'denied', code: 403, message: 'no' });
    expect(events.at(-1)).toEqual({ kind: 'denied', code: 403, message: 'no' });
    expect(device.get(1)).toBeUndefined();
    snapshot(5, row(1));
    expect(events.at(-1)).toEqual({ kind: 'snapshot', rows: [row(1)] });
  });

  test('a logout drops the rows: the next account never sees them', () => {
    const { link, snapshot, read, device } = setup();
    const { events } = read();
    link.connect();
    snapshot(1, row(1));
    link.logout();
    expect(events.at(-1)).toEqual({ kind: 'snapshot', rows: [] });
    expect(device.get(1)).toBeUndefined();
    link.connect();
    expect(link.subscribed().at(-1)).not.toHaveProperty('resume');
  });

  test('rows$ gives all rows after every change, not after an empty one', () => {
    const { link, snapshot, delta, device } = setup();
    const seen: number[][] = [];
    device.rows$.subscribe((rows) => seen.push(rows.map((one) => one.id)));
    link.connect();
    snapshot(1, row(1));
    delta(2, []);
    delta(3, [row(2)], [1]);
    expect(seen).toEqual([[1], [2]]);
  });
});
