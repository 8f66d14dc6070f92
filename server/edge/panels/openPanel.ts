import type { PanelLink } from '../../../contract/entities/terminals/panel.ts';
import { openEspaPanel } from './espa/espaPanel.ts';
import { openModbusPanel } from './modbus/modbusPanel.ts';
import type { PanelDeps, PanelDriver } from './panel.types.ts';

/** Connects to a panel by its protocol. */
export function openPanel(panel: PanelLink, deps: PanelDeps): PanelDriver {
  return panel.protocol === 'modbus_tcp' ? openModbusPanel(panel, deps) : openEspaPanel(panel, deps);
}
