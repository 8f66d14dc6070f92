import { makeStyles } from '@fluentui/react-components';
import type { Control, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { UpgradeCheck } from '../../../../contract/entities/terminals/upgrade.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import type { RolloutValues } from './rolloutForm.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    margin: '0 0 8px',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.tocsinFaultTint,
    color: tokens.tocsinFaultText,
  },
});

/** Terminals with a newer version than the package: to downgrade them the user has to type the version. */
export function SetBack<Written extends FieldValues>(props: {
  older: NonNullable<UpgradeCheck['older']>;
  control: Control<RolloutValues, unknown, Written>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { version, terminals } = props.older;
  return (
    <>
      <div className={s.line} data-testid="set-back">
        <FaultGlyph />
        <span>{t('upgrade.olderCount', { count: terminals })}</span>
      </div>
      <TextField
        control={props.control}
        name="older_version"
        label={t('upgrade.olderVersion')}
        hint={t('upgrade.olderHint', { version })}
        autoComplete="off"
        required
      />
    </>
  );
}
