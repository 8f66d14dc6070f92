import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SystemConfig } from '../../../../contract/entities/site/systemConfig.ts';
import { languages } from '../../../../contract/language.ts';
import { useOwnBrand } from '../../app/AppContext.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** Page titles in each language, which replace the brand's. */
export function TitleSettings({ control }: { control: Control<SystemConfig, unknown, SystemConfig> }) {
  const { t } = useTranslation();
  const { titles } = useOwnBrand();
  return (
    <SettingsSection title={t('system.titles')} hint={t('system.titlesHint')}>
      {languages.map((language) => (
        <TextField
          key={language}
          control={control}
          name={`title_${language}`}
          label={t(`language.${language}`)}
          placeholder={titles[language]}
          maxLength={60}
        />
      ))}
    </SettingsSection>
  );
}
