import type { TFunction } from 'i18next';
import type { PanelLink } from '../../../../contract/entities/terminals/panel.ts';

/** Names of the protocols, which are the same in every language. */
export const protocolNames: Record<PanelLink['protocol'], string> = {
  modbus_tcp: 'Modbus TCP',
  espa_444: 'ESPA 4.4.4',
};

/** Describes how a panel is reached; `none`: it connects itself. */
export function panelText(panel: PanelLink | null | undefined, t: TFunction): string {
  if (panel === null || panel === undefined) return t('common.none');
  const lines = panel.protocol === 'modbus_tcp' ? panel.input_count : panel.inputs.length;
  const outputs = panel.protocol === 'modbus_tcp' ? panel.output_count : panel.outputs.length;
  return [
    `${protocolNames[panel.protocol]} ${panel.panel_host}:${panel.port}`,
    t('fire.inputCount', { count: lines }),
    t('fire.outputCount', { count: outputs }),
  ].join(t('kit.listComma'));
}
