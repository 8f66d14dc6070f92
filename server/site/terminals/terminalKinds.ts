import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import { casterHooks } from '../casters/casterHooks.ts';
import { deviceHooks } from '../foreign/deviceHooks.ts';
import { panelHooks } from '../panels/panelHooks.ts';
import { dialogueHooks } from './dialogueHooks.ts';
import type { TerminalService } from './terminal.service.ts';
import { createTerminalService, type TerminalHooks, type TerminalServiceDeps } from './terminal.service.ts';

/**
 * Hooks of the kinds of terminals beyond the common fields and plain settings: checks of fields, and tables
 * of the kind. (contract/entities/terminals/kinds.ts has the settings, with roles, paths and permission keys; the live
 * topic has the kind's name.) Fields of such tables reach the live rows by `devices.setRelated`.
 */
const hooks: Partial<Record<TerminalKind, (deps: TerminalServiceDeps) => TerminalHooks>> = {
  caster: (deps) => casterHooks(deps, deps.casters),
  device: deviceHooks,
  dialogue: dialogueHooks,
  fire_control_device: panelHooks,
};

/** Creates the services of all kinds. */
export function createTerminalKinds(deps: TerminalServiceDeps): Record<TerminalKind, TerminalService> {
  const of = (kind: TerminalKind) => createTerminalService(deps, kind, hooks[kind]?.(deps));
  return {
    device: of('device'),
    caster: of('caster'),
    dialogue: of('dialogue'),
    capturer: of('capturer'),
    xtts: of('xtts'),
    fire_control_device: of('fire_control_device'),
  };
}
