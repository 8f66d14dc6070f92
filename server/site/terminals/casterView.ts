import { inScope, type Scope } from '../../platform/live/scope.ts';

/** Limits the fields of a caster to what a scope sees: of the zones that it may reach, those of the scope. */
export function casterView(fields: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  const { orgs } = fields;
  if (scope.all === true || !Array.isArray(orgs)) return fields;
  return { ...fields, orgs: orgs.filter((id: number) => inScope(scope, id)) };
}
