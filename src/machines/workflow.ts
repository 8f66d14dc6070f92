/**
 * States of a machine, made from a table of contract/workflow.ts: each state takes exactly the events that the
 * table gives it, so a machine cannot decide otherwise than the server.
 */

/** Table with named states: the state that each action of a person, and each event, leads to. */
export type WorkflowTable<Name extends string> = Readonly<
  Record<Name, Readonly<Partial<Record<string, Name>>>>
>;

export interface WorkflowSpec<Prefix extends string, Name extends string, Action extends string> {
  /** Prefix of the events: `alarm.stop`, `alarm.changed`. */
  prefix: Prefix;
  table: WorkflowTable<Name>;
  /** Actions of a person; every other key of the table is an event at the server. */
  actions: readonly Action[];
  /** Actions that end something: they are also taken where only an unanswered request leads to their state. */
  ends: readonly Action[];
}

/** Action that ends something, and those whose unanswered requests lead to a state that it can end. */
export interface EndAhead<Action> {
  action: Action;
  after: readonly Action[];
}

/** Event of a person, e.g. `playback.stop`. */
export type ActionEvent<Prefix extends string, Action extends string> = { type: `${Prefix}.${Action}` };
/** Event by which a machine takes the positive answer to an action as the word of the server. */
export type DoneEvent<Action extends string> = { type: `done.${Action}` };

/** Renames the states of a table whose states are numbers. */
export function namedTable<State extends number, Name extends string>(
  table: Readonly<Record<State, Readonly<Partial<Record<string, State>>>>>,
  names: Readonly<Record<State, Name>>,
  states: readonly State[],
): WorkflowTable<Name> {
  const rowOf = (state: State) =>
    Object.fromEntries(Object.entries(table[state]).map(([key, to]) => [key, names[to as State]]));
  return Object.fromEntries(states.map((state) => [names[state], rowOf(state)])) as WorkflowTable<Name>;
}

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[];

/**
 * Tells whether only actions of persons move a state. Then the positive answer to an action says its state;
 * otherwise the state may have gone on by itself, so only the live feed says it (docs/rules/live.md#what-is-shown-before-the-answer).
 */
export function isMovedByActions({ table, actions }: WorkflowSpec<string, string, string>): boolean {
  return Object.values(table).every((row) => Object.keys(row).every((key) => actions.includes(key)));
}

/**
 * Makes the states. A machine that uses them has the guards `mayAct` (data and other requests allow an
 * action), `mayEndAhead` and `is` (the known state), the actions `send` and `remember` for a request, and `moved`
 * for a state that follows from an answer.
 */
export function workflowStates<Prefix extends string, Name extends string, Action extends string>(
  spec: WorkflowSpec<Prefix, Name, Action>,
) {
  const { prefix, table, actions, ends } = spec;
  const leadsTo = (name: Name, action: Action): Name | undefined => table[name][action];
  const asks = (name: Name, action: Action) => {
    const ask = [
      { type: 'send' as const, params: action },
      { type: 'remember' as const, params: action },
    ];
    if (leadsTo(name, action) !== undefined)
      return { guard: { type: 'mayAct' as const, params: action }, actions: ask };
    const after = actions.filter((other) => {
      const ahead = leadsTo(name, other);
      return ahead !== undefined && leadsTo(ahead, action) !== undefined;
    });
    return { guard: { type: 'mayEndAhead' as const, params: { action, after } }, actions: ask };
  };
  const isTaken = (name: Name, action: Action) =>
    leadsTo(name, action) !== undefined || ends.includes(action);
  const moves = (name: Name) =>
    isMovedByActions(spec)
      ? actions.flatMap((action) => {
          const target = leadsTo(name, action);
          return target === undefined
            ? []
            : [[`done.${action}`, { target, actions: { type: 'moved', params: target } }]];
        })
      : [];
  const stateOf = (name: Name) => {
    const taken = actions.filter((action) => isTaken(name, action));
    const requests = taken.map((action) => [`${prefix}.${action}`, asks(name, action)]);
    return {
      on: Object.fromEntries([...requests, ...moves(name)]) as Record<
        ActionEvent<Prefix, Action>['type'],
        ReturnType<typeof asks>
      > &
        Record<DoneEvent<Action>['type'], { target: Name; actions: { type: 'moved'; params: Name } }>,
    };
  };
  const names = keysOf(table);
  return {
    ...(Object.fromEntries(names.map((name) => [name, stateOf(name)])) as Record<
      Name,
      ReturnType<typeof stateOf>
    >),
    /** Goes to the known state at the start, and after news of the live feed. */
    settling: {
      always: names.map((name) => ({ guard: { type: 'is' as const, params: name }, target: name })),
    },
  };
}
