import { inScope, type Scope } from '../live/scope.ts';

/** What a scope sees of a caster's fields: of the zones that it may speak to, its own. */
export function casterView(fields: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  const { orgs } = fields;
  if (scope.all === true || !Array.isArray(orgs)) return fields;
  return { ...fields, orgs: orgs.filter((id: number) => inScope(scope, id)) };
}
