import { Button, Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { LocalLanguageRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { htmlLang, languages, toLanguage } from '../../../contract/language.ts';
import { chooseLanguage } from '../../i18n.ts';
import { useLanguage } from '../app/useLanguage.ts';

/** Menu of the languages, each named in itself. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Menu
      checkedValues={{ language: [language] }}
      onCheckedValueChange={(_, data) => void chooseLanguage(toLanguage(data.checkedItems[0]))}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="transparent"
          icon={<LocalLanguageRegular />}
          aria-label={t('language.choose')}
          title={t('language.choose')}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {languages.map((one) => (
            <MenuItemRadio key={one} name="language" value={one} lang={htmlLang[one]}>
              {t(`language.${one}`)}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
