import type { TFunction } from 'i18next';
import type { PhoneStation } from '../../../../contract/entities/terminals/dialogue.ts';
import type { FireInputSettings } from '../../../../contract/entities/terminals/fireControlDevice.ts';
import type { ForeignTransport } from '../../../../contract/entities/terminals/foreign.ts';
import type { PanelLink } from '../../../../contract/entities/terminals/panel.ts';
import type { SharedField } from '../../kit/form/merge.ts';
import { panelText } from '../fireDevices/panelText.ts';
import { foreignText } from './foreign/foreignText.ts';

interface Words {
  t: TFunction;
  zoneName: (id: unknown) => string;
  /** Name of a console account. */
  accountName: (id: number) => string;
  /** Name of a group of music files. */
  fileGroupName: (id: number) => string;
}

/** Describes an input with its wiring: two people may have changed different parts of it. */
function inputText(
  { name, contact, debounce_ms, supervised }: FireInputSettings,
  input: number,
  t: TFunction,
) {
  const wiring = [
    t(`codes.inputContact.${contact}`),
    `${debounce_ms} ms`,
    ...(supervised ? [t('fire.supervised')] : []),
  ];
  return `${name || t('fire.inputN', { input })} (${wiring.join(t('kit.listComma'))})`;
}

/** Describes the value of a terminal's field, for the merge view. */
function textOf(field: string, { t, zoneName, accountName, fileGroupName }: Words): SharedField['text'] {
  const plain = (value: unknown) =>
    value === '' || value === null || value === undefined ? t('common.none') : String(value);
  const list = (name: (one: unknown, place: number) => string) => (value: unknown) =>
    Array.isArray(value) && value.length > 0
      ? value.map((one, i) => name(one, i + 1)).join(t('kit.listComma'))
      : t('common.none');
  switch (field) {
    case 'org':
    case 'orgs':
      return zoneName;
    case 'call_mode':
      return (value) => t(`codes.callMode.${String(value)}`);
    case 'mode':
      return (value) => t(`codes.capturerMode.${String(value)}`);
    case 'disabled':
      return (value) => t(value === true ? 'common.yes' : 'common.no');
    case 'channel_names':
      return list((one, channel) => String(one) || t('capturer.channelN', { channel }));
    case 'output_names':
      return list((one, output) => String(one) || t('fire.outputN', { output }));
    case 'inputs':
      return list((one, input) => inputText(one as FireInputSettings, input, t));
    case 'user_id':
      return (id) => (typeof id === 'number' ? accountName(id) : plain(id));
    case 'file_group':
      return (id) => (typeof id === 'number' ? fileGroupName(id) : plain(id));
    case 'foreign':
      return (value) => foreignText(value as ForeignTransport | null, t);
    case 'phone':
      return (value) => plain((value as PhoneStation | null)?.number);
    case 'panel':
      return (value) => panelText(value as PanelLink | null, t);
    default:
      return plain;
  }
}

/** Field of a terminal of any kind for the merge view: its label and the description of its values. */
export function settingField(name: string, words: Words): SharedField {
  return {
    name,
    label: words.t(`logs.fields.${name}`),
    text: textOf(name, words),
    ...(name === 'orgs' ? { isList: true as const } : {}),
    ...(name === 'user_id' ? { path: 'user' } : {}),
    ...(name === 'file_group' ? { path: 'file_group' } : {}),
  };
}
