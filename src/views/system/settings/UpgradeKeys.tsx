import { Button, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { type Control, Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SystemConfig } from '../../../../contract/entities/site/systemConfig.ts';
import { tokens } from '../../theme/tokens.ts';
import { SettingsSection } from './SettingsSection.tsx';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyle: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  key: {
    flexGrow: 1,
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** Keys whose upgrade packages may be rolled out; added from packages (upgrades/TrustKeyDialog.tsx). */
export function UpgradeKeys(props: { control: Control<SystemConfig, unknown, SystemConfig> }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('system.upgradeKeys')} hint={t('system.upgradeKeysHint')}>
      <Controller
        control={props.control}
        name="upgrade_keys"
        render={({ field }) =>
          field.value.length === 0 ? (
            <p className={s.none}>{t('system.noUpgradeKeys')}</p>
          ) : (
            <ul className={s.list}>
              {field.value.map(({ name, key }) => (
                <li key={key} className={s.row}>
                  <span>{name}</span>
                  <span className={s.key}>{key}</span>
                  <Button
                    size="small"
                    appearance="subtle"
                    icon={<DismissRegular />}
                    disabled={field.disabled ?? false}
                    aria-label={t('system.dropUpgradeKey', { name })}
                    title={t('system.dropUpgradeKey', { name })}
                    onClick={() => field.onChange(field.value.filter((one) => one.key !== key))}
                  />
                </li>
              ))}
            </ul>
          )
        }
      />
    </SettingsSection>
  );
}
