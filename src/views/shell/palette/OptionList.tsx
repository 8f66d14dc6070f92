import { mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { NameText } from '../../kit/layout/NameText.tsx';
import type { PaletteOption } from './option.ts';
import { usePaletteStyles } from './paletteStyles.ts';

/** Consecutive options of one section. */
function sectionsOf(options: readonly PaletteOption[]): [PaletteOption['section'], PaletteOption[]][] {
  const sections: [PaletteOption['section'], PaletteOption[]][] = [];
  for (const option of options) {
    const last = sections.at(-1);
    if (last?.[0] === option.section) last[1].push(option);
    else sections.push([option.section, [option]]);
  }
  return sections;
}

/** Options of the palette under the headings of their sections. `idOf`: element id of an option. */
export function OptionList(props: {
  id: string;
  options: readonly PaletteOption[];
  chosen: PaletteOption | undefined;
  idOf: (option: PaletteOption) => string;
}) {
  const s = usePaletteStyles();
  const { t } = useTranslation();
  return (
    <div className={s.list} role="listbox" id={props.id} aria-label={t('shell.jumpTo')}>
      {sectionsOf(props.options).map(([section, options], place) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={`${section}-${options[0]?.key}`} role="group" aria-labelledby={`${props.id}-${place}`}>
          <div className={s.heading} id={`${props.id}-${place}`} role="presentation">
            {t(`palette.section.${section}`)}
          </div>
          {options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's, which owns the list
            <div
              key={option.key}
              id={props.idOf(option)}
              role="option"
              tabIndex={-1}
              aria-selected={option === props.chosen}
              className={mergeClasses(s.item, option === props.chosen && s.active)}
              onClick={option.run}
            >
              <option.icon fontSize={20} className={s.icon} />
              <span className={s.texts}>
                <span className={s.title}>
                  <NameText name={option.title} />
                </span>
                {option.place !== '' && (
                  <span className={s.place}>
                    <NameText name={option.place} />
                  </span>
                )}
              </span>
              <span className={s.kind}>{option.kind}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
