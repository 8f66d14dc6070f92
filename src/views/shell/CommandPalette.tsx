import { Dialog, DialogSurface, Input, makeStyles, mergeClasses } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePermission } from '../app/AppContext.tsx';
import type { Screen } from '../app/screen.ts';
import { labelKey } from '../screens.ts';
import { tokens, vh } from '../theme/tokens.ts';
import { useZonedAddress } from './useCurrentZone.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '520px', padding: '8px', alignSelf: 'start', marginTop: vh(12) },
  input: { width: '100%' },
  list: { margin: '8px 0 0', padding: 0, listStyle: 'none', maxHeight: vh(50), overflowY: 'auto' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '36px',
    padding: '0 12px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  active: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  group: { marginLeft: 'auto', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  none: { padding: '12px', color: tokens.colorNeutralForeground3 },
});

/** Tells whether every word of `query` occurs in the text. */
export function matches(text: string, query: string): boolean {
  const low = text.toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}

/** Dialog that opens a screen by part of its name (Ctrl/⌘ K). Mount it to open it. */
export function CommandPalette(props: { screens: readonly Screen[]; onClose: () => void }) {
  const s = useStyles();
  const id = useId();
  const { t } = useTranslation();
  const may = usePermission();
  const navigate = useNavigate();
  const addressOf = useZonedAddress();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const groupOf = (screen: Screen) =>
    screen.menu === 'none' || screen.menu === 'top' ? '' : t(`menuGroup.${screen.menu}`);
  const found = props.screens.filter(
    (screen) =>
      may(screen.codes) && matches(`${t(labelKey(screen))} ${groupOf(screen)} ${screen.path}`, query),
  );
  const chosen = found[Math.min(active, found.length - 1)];
  useEffect(() => {
    if (chosen !== undefined)
      document.getElementById(`${id}-${chosen.path}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, id]);
  const go = (screen: Screen | undefined) => {
    if (screen === undefined) return;
    props.onClose();
    navigate(addressOf(screen));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter') go(chosen);
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
          onChange={(_, data) => {
            setQuery(data.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-label={t('shell.jumpTo')}
          {...(chosen === undefined ? {} : { 'aria-activedescendant': `${id}-${chosen.path}` })}
        />
        {found.length === 0 ? (
          <div className={s.none}>{t('shell.jumpToNone', { query })}</div>
        ) : (
          <div className={s.list} role="listbox" id={`${id}-list`} aria-label={t('shell.jumpTo')}>
            {found.map((screen) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's, which owns the list
              <div
                key={screen.path}
                id={`${id}-${screen.path}`}
                role="option"
                tabIndex={-1}
                aria-selected={screen === chosen}
                className={mergeClasses(s.item, screen === chosen && s.active)}
                onClick={() => go(screen)}
              >
                <screen.icon fontSize={20} />
                <span>{t(labelKey(screen))}</span>
                <span className={s.group}>{groupOf(screen)}</span>
              </div>
            ))}
          </div>
        )}
      </DialogSurface>
    </Dialog>
  );
}
