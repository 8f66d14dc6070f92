import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { type RadioLive, radioEntity, radioGroupEntity } from '../../../contract/entities/sound/radio.ts';
import { ruleMessage } from '../../../contract/rules/ruleMessage.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { mustOwn } from '../../site/zones/owner.ts';
import { createLibrary } from '../library/library.ts';
import type { Library, LibraryDeps } from '../library/library.types.ts';
import type { StreamFailure } from './failure.ts';
import type { AddressPolicy } from './policy.ts';
import { type RadioRow, radios } from './radio.repository.ts';
import type { StationFacts, StationTimes } from './station.ts';
import { createStations, type Stations, type Trial } from './stations.ts';

export interface Radios {
  library: Library<RadioRow, RadioLive>;
  stations: Stations;
  /** Connects to a station, and stores the result. @throws AppError 404 */
  test(caller: Caller, id: number): Promise<Trial>;
  /** Like `test` without waiting: the result is shown live. @throws AppError 404 */
  beginTest(caller: Caller, id: number): Promise<void>;
  /** Counts the broadcasts that play a station, for its live row. */
  played(id: number, more: 1 | -1): void;
  close(): Promise<void>;
}

type Known = Pick<RadioRow, 'state' | 'error' | 'codec' | 'bitrate' | 'station' | 'tested_at'>;
const UNTESTED: Known = {
  state: 'untested',
  error: null,
  codec: '',
  bitrate: null,
  station: '',
  tested_at: null,
};
/** Concurrent tests: each is a process. */
const TESTS_AT_ONCE = 3;

const knownOf = (
  { codec, bitrate, station }: StationFacts,
  failure: StreamFailure | null,
): Partial<Known> => {
  const tested_at = Math.floor(Date.now() / 1000);
  if (failure !== null) return { state: 'fails', error: ruleMessage(failure.key, failure.params), tested_at };
  return { state: 'works', error: null, codec, bitrate, station, tested_at };
};

/** Creates the service of radio stations, their groups and their connections. Call after the migration. */
export async function createRadios(
  deps: LibraryDeps & {
    policy: AddressPolicy;
    times?: Partial<StationTimes>;
    log: { error(details: object, message: string): void; warn(details: object, message: string): void };
  },
): Promise<Radios> {
  const { db, log } = deps;
  const broadcasts = new Map<number, number>();
  const testing = new Map<number, Promise<Trial>>();

  function live(row: RadioRow, held: Readonly<RadioLive> | undefined): RadioLive {
    const { id, org, places, group_id, position, state, error, codec, bitrate, station, tested_at, rev } =
      row;
    return {
      id,
      org,
      places,
      group_id,
      position,
      state: testing.has(id) ? 'testing' : state,
      error,
      codec,
      bitrate,
      station,
      tested_at,
      title: held?.title ?? '',
      broadcasts: broadcasts.get(id) ?? 0,
      rev,
    };
  }
  const library: Library<RadioRow, RadioLive> = await createLibrary(deps, {
    entity: radioEntity,
    groupEntity: radioGroupEntity,
    store: radios,
    topic: 'radio',
    groupTopic: 'radio_group',
    groupHolds: 'media.groupHoldsStations',
    usesOf: (tx, ids) => deps.uses.find(tx, 'radio', ids),
    live,
    hooks: {
      async beforePatch(_tx, _caller, row, values) {
        if (values.radio_url === undefined || values.radio_url === row.radio_url) return values;
        checkIdle(row);
        return { ...values, ...UNTESTED };
      },
      async beforeRemove(_tx, _caller, row) {
        checkIdle(row);
      },
      committed(before, after) {
        if (before !== null && before.radio_url !== after?.radio_url) stations.drop(before.id);
      },
    },
  });

  /** Refuses changes while a broadcast plays the station. @throws AppError 409 */
  function checkIdle({ id, name }: RadioRow): void {
    if ((broadcasts.get(id) ?? 0) > 0) throw new AppError(errorCode.conflict, 'radio.inUse', { name });
  }

  /** Serialises writes per station, and writes only changes. */
  const writing = new Map<number, Promise<void>>();
  function keep(id: number, known: Partial<Known>): Promise<void> {
    const write = (writing.get(id) ?? Promise.resolve())
      .then(async () => {
        const row: RadioRow | undefined = await radios.items.update(db, id, known);
        if (row !== undefined) library.publish(row);
      })
      .catch((error: unknown) => log.error({ error, id }, 'the state of a radio station could not be stored'))
      .finally(() => {
        if (writing.get(id) === write) writing.delete(id);
      });
    writing.set(id, write);
    return write;
  }

  const stations = createStations({
    ...deps,
    onChange(id, station) {
      library.topic.patch(id, { title: station?.facts.title ?? '' });
      if (station === undefined || station.state.kind === 'connecting') return;
      const failure = station.state.kind === 'fails' ? station.state.failure : null;
      const { tested_at: _at, ...known } = knownOf(station.facts, failure);
      const row = library.topic.get(id);
      const isNews = Object.entries(known).some(([key, value]) => row?.[key] !== value);
      if (isNews) void keep(id, knownOf(station.facts, failure));
    },
  });

  async function trial(row: RadioRow): Promise<Trial> {
    const running = stations.get(row.id);
    if (running?.state.kind === 'works') return { ok: true, facts: running.facts };
    const done = await stations.try(row.radio_url);
    await keep(row.id, knownOf(done.facts, done.ok ? null : done.failure));
    if (stations.get(row.id) === undefined) library.topic.patch(row.id, { title: done.facts.title });
    return done;
  }

  let slots: Promise<unknown>[] = [];
  /** Waits for a test slot, so that a batch of fifty does not start fifty processes. */
  async function turn<T>(run: () => Promise<T>): Promise<T> {
    while (slots.length >= TESTS_AT_ONCE) await Promise.race(slots);
    const job = run();
    const slot = job.then(
      () => {},
      () => {},
    );
    slots.push(slot);
    void slot.then(() => {
      slots = slots.filter((one) => one !== slot);
    });
    return job;
  }

  /** Runs at most one test of a station at a time; further callers share its result. */
  function tested(row: RadioRow): Promise<Trial> {
    const { id } = row;
    const running = testing.get(id);
    if (running !== undefined) return running;
    let state: RadioLive['state'] = row.state;
    const job = turn(() => trial(row))
      .then((done) => {
        state = done.ok ? 'works' : 'fails';
        return done;
      })
      .finally(() => {
        testing.delete(id);
        library.topic.patch(id, { state });
      });
    testing.set(id, job);
    library.topic.patch(id, { state: 'testing' });
    return job;
  }

  /** Finds a station that the caller owns, as a test writes to it. @throws AppError 404, 403 */
  async function own(caller: Caller, id: number): Promise<RadioRow> {
    const row = await library.crud.get(caller, id);
    mustOwn(caller, row);
    return row;
  }

  return {
    library,
    stations,
    test: async (caller, id) => tested(await own(caller, id)),
    async beginTest(caller, id) {
      const job = tested(await own(caller, id));
      job.catch((error: unknown) => log.error({ error, id }, 'a station could not be tested'));
    },
    played(id, more) {
      const count = Math.max(0, (broadcasts.get(id) ?? 0) + more);
      if (count === 0) broadcasts.delete(id);
      else broadcasts.set(id, count);
      library.topic.patch(id, { broadcasts: count });
    },
    async close() {
      await stations.close();
      await Promise.all([...testing.values()].map((job) => job.catch(() => {})));
      await Promise.all(writing.values());
    },
  };
}
