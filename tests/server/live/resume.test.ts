import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LiveConsole } from '../../../server/platform/live/console.ts';
import { createLiveHub, type LiveHub } from '../../../server/platform/live/hub.ts';
import { inScope, type Scope } from '../../../server/platform/live/scope.ts';
import { LiveClient, TestWire } from '../../support/liveClient.ts';
import { randomRuns } from '../../support/random.ts';

interface Row {
  id: number;
  org: number | readonly number[] | null;
  a: number;
  b: string;
}

const id = fc.integer({ min: 1, max: 6 });
const org = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1, max: 3 }),
  fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
);
const value = fc.integer({ min: 0, max: 3 });
const row = fc.record({ id, org, a: value, b: fc.constantFrom('x', 'y') });
const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant<Scope>({ all: true }),
  fc.uniqueArray(fc.integer({ min: 1, max: 3 })).map((ids): Scope => ({ ids: new Set(ids) })),
);
const who = fc.integer({ min: 0, max: 2 });
const fields = fc.record({ org, a: value }, { requiredKeys: [] });
const rows = fc.uniqueArray(row, { selector: (r) => r.id });

/** Step of a random history; the weight is its frequency. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('upsert' as const), row }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('patch' as const), id, fields }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replaceAll' as const), rows }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('tick' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('drop' as const), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('connect' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rescope' as const), who, scope }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('permit' as const), who, may: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('full' as const), who, full: fc.boolean() }) },
);

class Person {
  client = new LiveClient();
  scope: Scope = { all: true };
  may = true;
  link: null | { console: LiveConsole; wire: TestWire } = null;

  #hub: LiveHub;

  constructor(hub: LiveHub) {
    this.#hub = hub;
  }

  live(step: OwnStep): void {
    if (step.do === 'drop') this.link = null;
    else if (step.do === 'full') {
      if (this.link !== null) this.link.wire.bufferedAmount = step.full ? 1e9 : 0;
    } else if (step.do === 'connect') {
      const wire = new TestWire();
      this.link = { wire, console: new LiveConsole(wire, this.#hub, 'en', () => 0) };
      this.link.console.receive(this.client.subscribe());
    } else if (step.do === 'rescope') this.scope = step.scope;
    else if (step.do === 'permit') this.may = step.may;
    this.#identify();
  }

  #identify(): void {
    if (this.link === null) return;
    const permissions = new Set(this.may ? (['list_device'] as const) : []);
    this.link.console.caller = { permissions, scope: this.scope };
  }
}

/** Steps that affect one console rather than the rows. */
type OwnStep =
  | { do: 'drop' }
  | { do: 'connect' }
  | { do: 'full'; full: boolean }
  | { do: 'rescope'; scope: Scope }
  | { do: 'permit'; may: boolean };

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;

test('after any history, a console that has caught up has exactly the rows of its scope', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const hub = createLiveHub();
      const topic = hub.topic<Row>('device');
      const people = [new Person(hub), new Person(hub), new Person(hub)];

      function tick(): void {
        hub.state('device').seal();
        for (const { client, link, may, scope } of people) {
          if (link === null) continue;
          link.console.pump();
          for (const update of link.wire.take()) client.apply(update);
          if (link.wire.bufferedAmount > 0) continue;
          const expected = may ? topic.snapshot().filter((r) => inScope(scope, r.org)) : [];
          expect([...client.rows.values()].sort(byId)).toEqual(expected.sort(byId));
        }
      }

      function run(one: typeof step extends fc.Arbitrary<infer S> ? S : never): void {
        if (one.do === 'upsert') topic.upsert(one.row);
        else if (one.do === 'patch') topic.patch(one.id, one.fields as Partial<Row>);
        else if (one.do === 'remove') topic.remove(one.id);
        else if (one.do === 'replaceAll') topic.replaceAll(one.rows);
        else if (one.do === 'tick') tick();
        else people[one.who]!.live(one);
      }

      for (const one of steps) run(one);
      for (const { link } of people) if (link !== null) link.wire.bufferedAmount = 0;
      tick();
    }),
    randomRuns(400),
  );
});
