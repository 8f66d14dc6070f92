/**
 * Checks that running alarms do not use something that is about to be changed: their plans and linkage tasks,
 * the texts and groups of these, their fire terminals, and the place of their zones in the tree. Each check
 * throws AppError 999 `broadcast.alarmInProgress`. Drills count as alarms. Implemented by server/air/emergency.
 */
export interface AlarmUse {
  mustBeIdle: {
    plan(id: number): void;
    task(id: number): void;
    presetText(id: number): void;
    group(id: number): void;
    terminal(id: number): void;
    /** A zone that is to be moved, with its subtree. */
    zones(ids: ReadonlySet<number>): void;
  };
}
