import type { TFunction } from 'i18next';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';

/** Facts on the server of a terminal and its remote administration as it reports them, for its panel. */
export function administrationFacts(
  { administration }: Pick<TerminalLive, 'administration'>,
  t: TFunction,
): [label: string, text: string][] {
  if (administration === null) return [];
  const { server, failed, remote } = administration;
  const state = t(`administration.state.${remote.state}`);
  const facts: [string, string][] = [[t('administration.server'), server]];
  if (failed !== null) facts.push([t('administration.failed'), failed]);
  const at = remote.at || t('administration.here');
  facts.push([t('administration.remote'), remote.state === 'off' ? state : `${state} - ${at}`]);
  return facts;
}

/** Tells whether this server administers the terminal remotely, over the terminal's own connection. */
export function isManagedHere({
  administration,
  online,
}: Pick<TerminalLive, 'administration' | 'online'>): boolean {
  return online && administration?.remote.state === 'connected' && administration.remote.at === '';
}

/** Fact on a secret that others can have read. */
export function secretFacts(
  { secret_exposed }: Pick<TerminalLive, 'secret_exposed'>,
  t: TFunction,
): [label: string, text: string][] {
  return secret_exposed ? [[t('devices.secret'), t('devices.secretExposed')]] : [];
}

/** Number of messages that this server does not understand, mostly of a newer terminal program. */
export function unknownFacts(
  { unknown_messages }: Pick<TerminalLive, 'unknown_messages'>,
  t: TFunction,
): [label: string, text: string][] {
  if (unknown_messages === null) return [];
  const { count, types } = unknown_messages;
  return [
    [
      t('devices.unknownMessages'),
      t('devices.unknownMessagesCount', { count, types: types.join(t('kit.listComma')) }),
    ],
  ];
}
