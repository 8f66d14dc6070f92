import type { View } from '../live/topic.ts';
import { shownTo, type User } from './used.ts';

/** A field of live rows that the server holds as users with their zones, and sends as names. */
export type WithUsers<Row, Names extends string, Elsewhere extends string> = {
  [Key in keyof Row as Key extends Names | Elsewhere ? never : Key]: Row[Key];
} & Record<Names, readonly User[]>;

/** Gives of the users in the field `names` the names that a scope may know, and in `elsewhere` the number of the others. */
export function usersView(names: string, elsewhere: string): View {
  return (fields, scope) => {
    const users = fields[names] as readonly User[] | undefined;
    if (users === undefined) return fields;
    const shown = shownTo(scope, users);
    return { ...fields, [names]: shown.names, [elsewhere]: shown.elsewhere };
  };
}
