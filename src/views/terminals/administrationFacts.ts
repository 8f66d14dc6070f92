import type { TFunction } from 'i18next';
import type { TerminalLive } from '../../../contract/entities/terminal.ts';

/** What a terminal has said of the server that it uses and of its remote administration, for its panel. */
export function administrationFacts(
  { administration }: Pick<TerminalLive, 'administration'>,
  t: TFunction,
): [label: string, text: string][] {
  if (administration === null) return [];
  const { server, failed, remote } = administration;
  const state = t(`administration.state.${remote.state}`);
  const facts: [string, string][] = [[t('administration.server'), server]];
  if (failed !== null) facts.push([t('administration.failed'), failed]);
  facts.push([t('administration.remote'), remote.state === 'off' ? state : `${state} - ${remote.at}`]);
  return facts;
}
