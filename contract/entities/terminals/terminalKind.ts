/**
 * Kinds of terminals, named as in permission keys, paths and live topics. Dialogue terminals
 * have the role of casters (1) and the feature `dialogue`.
 */
export const terminalKindNames = [
  'device',
  'caster',
  'dialogue',
  'capturer',
  'xtts',
  'fire_control_device',
] as const;

export type TerminalKind = (typeof terminalKindNames)[number];

export const kindOfRole: readonly TerminalKind[] = [
  'device',
  'caster',
  'capturer',
  'xtts',
  'fire_control_device',
];

/** Kind of a terminal by the online role and the features of its hello. */
export function kindOf(hello: { role: number; features: readonly string[] }): TerminalKind {
  const kind = kindOfRole[hello.role] ?? 'device';
  return kind === 'caster' && hello.features.includes('dialogue') ? 'dialogue' : kind;
}
