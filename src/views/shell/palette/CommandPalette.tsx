import { Dialog, DialogSurface, Input, mergeClasses } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SEARCH_MAX_CHARS } from '../../../../contract/api/search.ts';
import type { Screen } from '../../app/screen.ts';
import { useLanguage } from '../../app/useLanguage.ts';
import { kindName } from './hitTargets.ts';
import { OptionList } from './OptionList.tsx';
import type { PaletteOption } from './option.ts';
import { usePaletteStyles } from './paletteStyles.ts';
import type { CommandActions } from './useCommandOptions.ts';
import { usePaletteOptions } from './usePaletteOptions.ts';

/** Dialog that finds screens, objects and commands by what is typed (Ctrl/⌘ K). Mount it to open it. */
export function CommandPalette(props: {
  screens: readonly Screen[];
  onClose: () => void;
  actions: CommandActions;
}) {
  const s = usePaletteStyles();
  const id = useId();
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const { options, state, isIncomplete } = usePaletteOptions({ ...props, query });
  const idOf = ({ key }: PaletteOption) => `${id}-${key.replaceAll(' ', '-')}`;
  // By its key: options that arrive later do not change what is chosen.
  const at = Math.max(
    0,
    options.findIndex(({ key }) => key === active),
  );
  const chosen = options[at];
  const chosenId = chosen === undefined ? undefined : idOf(chosen);
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  const move = (step: number) =>
    setActive(options[Math.min(Math.max(at + step, 0), options.length - 1)]?.key ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the input of a Chinese or Korean word chooses nothing.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') chosen?.run();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && props.onClose()}>
      <DialogSurface className={s.surface} aria-label={t('shell.jumpTo')}>
        <Input
          className={s.input}
          contentBefore={<SearchRegular />}
          placeholder={t('shell.jumpToHint')}
          value={query}
          maxLength={SEARCH_MAX_CHARS}
          onChange={(_, data) => {
            setQuery(data.value);
            setActive(null);
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-label={t('shell.jumpTo')}
          {...(chosenId === undefined ? {} : { 'aria-activedescendant': chosenId })}
        />
        <OptionList id={`${id}-list`} options={options} chosen={chosen} idOf={idOf} />
        <Foot query={query} state={state} count={options.length} isIncomplete={isIncomplete} />
      </DialogSurface>
    </Dialog>
  );
}

/** Number of options, and what could not be searched; spoken by screen readers when the answer is there. */
function Foot(props: {
  query: string;
  state: ReturnType<typeof usePaletteOptions>['state'];
  count: number;
  isIncomplete: boolean;
}) {
  const s = usePaletteStyles();
  const { t } = useTranslation();
  const language = useLanguage();
  const { state, count, isIncomplete } = props;
  const unsearched =
    state.kind === 'found' ? [...new Set(state.answers.flatMap((answer) => answer.unsearched))] : [];
  const query = props.query.trim();
  const counted = count === 0 ? t('palette.none', { query }) : t('palette.count', { n: count });
  const result = isIncomplete ? t('palette.volumeHow') : counted;
  return (
    <div
      className={mergeClasses(s.foot, state.kind === 'lost' && s.lost)}
      role="status"
      data-testid="palette-foot"
    >
      {state.kind === 'idle' && t('palette.help')}
      {state.kind === 'waiting' && t('palette.searching')}
      {state.kind === 'found' && result}
      {unsearched.length > 0 &&
        t('palette.unsearched', {
          kinds: unsearched.map((kind) => kindName(kind, language)).join(t('kit.listComma')),
        })}
      {state.kind === 'lost' && t('palette.lost', { reason: state.reason })}
    </div>
  );
}
