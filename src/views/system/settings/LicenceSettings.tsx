import { makeStyles } from '@fluentui/react-components';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { licenceSetting, type SystemConfig } from '../../../../contract/entities/site/systemConfig.ts';
import { terminalKindNames } from '../../../../contract/entities/terminals/terminalKind.ts';
import { NumberField } from '../../kit/form/fields.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useTerminalLicences } from './TerminalLicences.tsx';

const useStyles = makeStyles({
  kinds: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '16px' },
});

/** Number of licences per kind of terminal, with those in use. */
export function LicenceSettings({ control }: { control: Control<SystemConfig, unknown, SystemConfig> }) {
  const s = useStyles();
  const { t } = useTranslation();
  const licences = useTerminalLicences();
  const used = new Map(licences?.map((one) => [one.kind, one.used]));
  return (
    <SettingsSection title={t('licence.title')} hint={t('licence.hint')}>
      <div className={s.kinds}>
        {terminalKindNames.map((kind) => (
          <NumberField
            key={kind}
            control={control}
            name={licenceSetting(kind)}
            label={t(`terminalKind.${kind}`)}
            hint={t('licence.inUse', { n: used.get(kind) ?? '—' })}
            min={0}
            max={100_000}
          />
        ))}
      </div>
    </SettingsSection>
  );
}
