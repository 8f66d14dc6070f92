import type { View } from '../../platform/live/topic.ts';
import { shownTo, type User } from './used.ts';

/** Live rows with users and their zones in a field, which are sent as names. */
export type WithUsers<Row, Names extends string, Elsewhere extends string> = {
  [Key in keyof Row as Key extends Names | Elsewhere ? never : Key]: Row[Key];
} & Record<Names, readonly User[]>;

/**
 * Creates a view that sends in `names` the users that a scope may see, and in `elsewhere` the number of the
 * others.
 */
export function usersView(names: string, elsewhere: string): View {
  return (fields, scope) => {
    const users = fields[names] as readonly User[] | undefined;
    if (users === undefined) return fields;
    const shown = shownTo(scope, users);
    return { ...fields, [names]: shown.names, [elsewhere]: shown.elsewhere };
  };
}
