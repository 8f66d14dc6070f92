import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { SearchHit } from '../../../../contract/api/search.ts';
import type { SearchQuestion, SearchState } from '../../../streams/search.ts';
import { usePermission, useUser } from '../../app/AppContext.tsx';
import type { Screen } from '../../app/screen.ts';
import { useLanguage } from '../../app/useLanguage.ts';
import { labelKey } from '../../screens.ts';
import { useZonedAddress } from '../useCurrentZone.ts';
import { readCommand, targetKinds } from './commands.ts';
import { addressOfHit, hitTargets, kindName } from './hitTargets.ts';
import { noteUsed, readUsed, type Used, usedKey } from './lastUsed.ts';
import type { PaletteOption } from './option.ts';
import { rankOf } from './screenMatch.ts';
import { type CommandActions, useAllowed, useCommandOptions } from './useCommandOptions.ts';
import { useSearch } from './useSearch.ts';

/** Number of screens shown beside what the server finds. */
const SCREENS = 5;
/** Number of objects shown for the target of a command, and in all. */
const TARGETS = 8;
const HITS = 30;
const NO_MATCH = 3;

const nothing: readonly SearchQuestion[] = [];

/**
 * Everything that the palette offers for a text, in its order; what is known at once comes first. `isIncomplete`: the text
 * is a command that needs more words.
 */
export function usePaletteOptions(props: {
  screens: readonly Screen[];
  query: string;
  onClose: () => void;
  actions: CommandActions;
}): { options: readonly PaletteOption[]; state: SearchState; isIncomplete: boolean } {
  const { t } = useTranslation();
  const language = useLanguage();
  const may = usePermission();
  const navigate = useNavigate();
  const addressOf = useZonedAddress();
  const account = useUser()?.id ?? 0;
  const [used] = useState(() => readUsed(account));
  const allowed = useAllowed();
  const commands = useCommandOptions(props.actions);
  const query = props.query.trim();
  const command = allowed(readCommand(query));
  const target = command?.target ?? '';
  const isIncomplete = command?.kind === 'volume' && (command.volume === null || target === '');
  const isAsked = target !== '' && !isIncomplete;
  const kinds = isAsked && command !== null ? targetKinds[command.kind].join() : '';
  const questions = useMemo<readonly SearchQuestion[]>(() => {
    if (query === '') return nothing;
    const all = { q: query, limit: HITS };
    if (kinds === '') return [all];
    const of = kinds.split(',') as NonNullable<SearchQuestion['kinds']>;
    return [all, { q: target, kinds: of, limit: TARGETS }];
  }, [query, target, kinds]);
  const state = useSearch(questions);
  const [all, ofTarget] = state.kind === 'found' ? state.answers : [];

  const places = new Map(used.map((one, place) => [usedKey(one), place]));
  const placeOf = (key: string) => places.get(key) ?? used.length;
  const leave = (address: string, one: Used) => {
    noteUsed(account, one);
    props.onClose();
    navigate(address);
  };
  const groupOf = ({ menu }: Screen) => (menu === 'none' || menu === 'top' ? '' : t(`menuGroup.${menu}`));
  const ofScreen = (screen: Screen, section: 'used' | 'screens'): PaletteOption => ({
    key: `screen ${screen.path}`,
    section,
    icon: screen.icon,
    title: t(labelKey(screen)),
    place: groupOf(screen),
    kind: t('palette.screen'),
    run: () => leave(addressOf(screen), { screen: screen.path }),
  });
  const opens = (hit: Pick<SearchHit, 'kind'>) => {
    const screen = props.screens.find(({ path }) => path === hitTargets[hit.kind].screen);
    return screen !== undefined && may(screen.codes);
  };
  const ofHit = (hit: SearchHit, section: 'used' | 'found'): PaletteOption => ({
    key: `${hit.kind} ${hit.id}`,
    section,
    icon: hitTargets[hit.kind].icon,
    title: hit.name || hit.code,
    place: [hit.name === '' ? '' : hit.code, hit.place].filter(Boolean).join(' · '),
    kind: kindName(hit.kind, language),
    run: () => leave(addressOfHit(hit), { hit }),
  });

  const open = props.screens.filter((screen) => may(screen.codes));
  if (query === '') {
    const last = used.flatMap((one): PaletteOption[] => {
      if ('hit' in one) return opens(one.hit) ? [ofHit(one.hit, 'used')] : [];
      const screen = open.find(({ path }) => path === one.screen);
      return screen === undefined ? [] : [ofScreen(screen, 'used')];
    });
    const shown = new Set(last.map(({ key }) => key));
    const others = open.map((screen) => ofScreen(screen, 'screens')).filter(({ key }) => !shown.has(key));
    return { options: [...last, ...others], state, isIncomplete };
  }
  const fitting = open
    .map((screen) => ({ screen, rank: rankOf(`${t(labelKey(screen))} ${groupOf(screen)}`, query) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort(
      (a, b) => placeOf(`screen ${a.screen.path}`) - placeOf(`screen ${b.screen.path}`) || a.rank - b.rank,
    );
  const hits = (all?.hits ?? []).filter(opens);
  const last = hits.filter(({ kind, id }) => places.has(`${kind} ${id}`));
  const rest = hits.filter(({ kind, id }) => !places.has(`${kind} ${id}`));
  const options = [
    ...commands.known(command, query),
    ...fitting.slice(0, SCREENS).map(({ screen }) => ofScreen(screen, 'screens')),
    ...commands.found(command, isAsked ? ofTarget : undefined),
    ...[...last, ...rest].map((hit) => ofHit(hit, 'found')),
  ];
  return { options, state, isIncomplete };
}
