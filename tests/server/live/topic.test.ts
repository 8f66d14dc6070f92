import { describe, expect, test } from 'vitest';
import { createLiveHub } from '../../../server/platform/live/hub.ts';
import type { Scope } from '../../../server/platform/live/scope.ts';
import { LiveClient } from '../../support/liveClient.ts';

interface Row {
  id: number;
  org: number | null;
  name: string;
  level: number | null;
}

const all: Scope = { all: true };
const row = (id: number, more: Partial<Row> = {}): Row => ({
  id,
  org: 1,
  name: `n${id}`,
  level: null,
  ...more,
});

function setup() {
  const hub = createLiveHub();
  const topic = hub.topic<Row>('device');
  const state = hub.state('device');
  const client = new LiveClient();
  /** Brings the client up to date; returns the update, or null when it lacked nothing. */
  const catchUp = (scope: Scope = all) => {
    state.seal();
    const text = state.encode(scope, client.cursor);
    const update = text === null ? null : JSON.parse(`{"id":1,${text}`);
    if (update !== null) client.apply(update);
    return update;
  };
  return { hub, topic, state, client, catchUp };
}

describe('updates', () => {
  test('of a changed row contain only the changed fields', () => {
    const { topic, catchUp } = setup();
    topic.replaceAll([row(1), row(2)]);
    catchUp();
    topic.patch(1, { level: -20, name: 'n1' });
    expect(catchUp()).toMatchObject({ kind: 'delta', set: [{ id: 1, level: -20 }], gone: [] });
    expect(catchUp()).toBeNull();
  });

  test('of many changes of one row are one, with the newest values', () => {
    const { topic, state, catchUp } = setup();
    topic.replaceAll([row(1), row(2)]);
    catchUp();
    for (let level = 0; level > -50; level--) {
      topic.patch(1, { level });
      state.seal();
    }
    topic.patch(1, { name: 'new' });
    expect(catchUp().set).toEqual([{ id: 1, level: -49, name: 'new' }]);
  });

  test('of a bulk replacement contain only differences', () => {
    const { topic, catchUp } = setup();
    topic.replaceAll([row(1), row(2), row(3)]);
    catchUp();
    topic.replaceAll([row(1), row(2, { name: 'x' }), row(4)]);
    const update = catchUp();
    expect(update.set).toEqual(expect.arrayContaining([{ id: 2, name: 'x' }, row(4)]));
    expect(update.set).toHaveLength(2);
    expect(update.gone).toEqual([3]);
  });

  test('contain a row entering the zone completely, one leaving it as gone, and nothing of others', () => {
    const { topic, catchUp } = setup();
    const zone1: Scope = { ids: new Set([1]) };
    topic.replaceAll([row(1), row(2, { org: 2 }), row(3, { org: null })]);
    expect(catchUp(zone1).rows).toEqual([row(1), row(3, { org: null })]);
    topic.patch(1, { org: 2 });
    topic.patch(2, { org: 1, level: -3 });
    topic.upsert(row(5, { org: 2 }));
    expect(catchUp(zone1)).toMatchObject({ set: [row(2, { org: 1, level: -3 })], gone: [1] });
    topic.remove(5);
    expect(catchUp(zone1)).toMatchObject({ set: [], gone: [] });
  });

  test('contain nothing of a row created and removed between two ticks', () => {
    const { topic, catchUp } = setup();
    catchUp();
    topic.upsert(row(9));
    topic.remove(9);
    expect(catchUp()).toMatchObject({ set: [], gone: [] });
  });
});

describe('revisions', () => {
  test('a commit that is published late does not overwrite a newer one', () => {
    const { topic } = setup();
    topic.upsert(row(1, { name: 'second' }), 12);
    topic.upsert(row(1, { name: 'first' }), 11);
    expect(topic.get(1)?.name).toBe('second');
    topic.remove(1, 11);
    expect(topic.get(1)?.name).toBe('second');
    topic.remove(1, 13);
    topic.upsert(row(1, { name: 'third' }), 12);
    expect(topic.get(1)).toBeUndefined();
  });

  test('volatile fields need an existing row', () => {
    const { topic } = setup();
    topic.patch(7, { level: -1 });
    expect(topic.snapshot()).toEqual([]);
  });
});

describe('resuming', () => {
  test('an epoch of another start or another scope gets a snapshot', () => {
    const { topic, client, catchUp } = setup();
    const zone2: Scope = { ids: new Set([2]) };
    topic.replaceAll([row(1), row(2, { org: 2 })]);
    catchUp();
    client.cursor = { epoch: 'other', seq: client.cursor?.seq ?? 0 };
    expect(catchUp().kind).toBe('snapshot');
    expect(catchUp(zone2)).toMatchObject({ kind: 'snapshot', rows: [row(2, { org: 2 })] });
    client.cursor = { epoch: client.cursor.epoch, seq: 9e9 };
    expect(catchUp(zone2).kind).toBe('snapshot');
  });

  test('equal zones make equal epochs, in any order', () => {
    const { state } = setup();
    const epoch = (ids: number[]) => state.cursor({ ids: new Set(ids) }).epoch;
    expect(epoch([3, 1])).toBe(epoch([1, 3]));
    expect(epoch([3, 1])).not.toBe(epoch([31]));
  });

  test('memory is bounded by the rows and 10,000 removed ones; a client that missed more gets a snapshot', () => {
    const { topic, state, client, catchUp } = setup();
    topic.upsert(row(1));
    catchUp();
    for (let id = 2; id < 15_000; id++) {
      topic.upsert(row(id));
      state.seal();
      topic.remove(id);
      state.seal();
    }
    expect(state.size).toBeLessThanOrEqual(10_001);
    expect(catchUp().kind).toBe('snapshot');
    expect([...client.rows.keys()]).toEqual([1]);
  });

  test('a row that moves between zones accumulates no endless history', () => {
    const { topic, state, client, catchUp } = setup();
    topic.upsert(row(1));
    catchUp();
    for (let org = 2; org < 40; org++) {
      topic.patch(1, { org });
      state.seal();
    }
    expect(catchUp().kind).toBe('snapshot');
    expect(client.rows.get(1)).toEqual(row(1, { org: 39 }));
  });
});
