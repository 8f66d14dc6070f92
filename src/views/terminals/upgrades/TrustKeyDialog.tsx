import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { SystemConfig } from '../../../../contract/entities/site/systemConfig.ts';
import type { UpgradeFile } from '../../../../contract/entities/terminals/upgrade.ts';
import { trustedKey } from '../../../../contract/protocol/upgradePackage.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  key: {
    display: 'block',
    margin: '4px 0 16px',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
  },
});

const schema = trustedKey.pick({ name: true });

/**
 * Dialog that trusts the key of a package, under a name: from then on every package signed by it may be
 * rolled out.
 */
export function TrustKeyDialog(props: { file: UpgradeFile; onSaved: () => unknown; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { file } = props;
  const save = async ({ name }: { name: string }) => {
    // Read first: the list is stored as a whole.
    const { upgrade_keys } = await api.get<SystemConfig>('/v1/sys/config', undefined, { quiet: true });
    const others = upgrade_keys.filter(({ key }) => key !== file.signer_key);
    const keys = [...others, { name, key: file.signer_key }];
    await api.patch('/v1/sys/config', { upgrade_keys: keys }, { quiet: true });
    await props.onSaved();
  };
  return (
    <FormDialog
      title={t('upgrade.trustTitle')}
      schema={schema}
      defaults={{ name: '' }}
      onSubmit={save}
      saved={({ name }) => t('upgrade.trusted', { name })}
      onClose={props.onClose}
      submitLabel={t('upgrade.trust')}
    >
      {({ control }) => (
        <>
          <p>{t('upgrade.trustWhy')}</p>
          <code className={s.key}>{file.signer_key}</code>
          <TextField
            control={control}
            name="name"
            label={t('upgrade.signerName')}
            hint={t('upgrade.signerHint')}
            required
            maxLength={50}
          />
        </>
      )}
    </FormDialog>
  );
}
