import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RelayForm, RelayToken } from '../../../../contract/entities/site/relay.ts';
import { ApiError } from '../../../api/error.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { ZonePicker } from '../../shared/zones/ZonePicker.tsx';
import { isTop } from '../../shared/zones/zoneTree.ts';
import { MachineTokenDialog, serverAddress } from '../machine/MachineTokenDialog.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '12px' },
});

/** Asks for name and zone of a new relay, then shows the token with which it joins. */
export function NewRelay(props: {
  createToken: (form: RelayForm) => Promise<RelayToken>;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const zones = useZones();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [made, setMade] = useState<RelayToken | null>(null);
  if (zones === undefined) return null;
  const org = chosen ?? zones.find((zone) => isTop(zones, zone))?.id ?? null;
  if (made !== null)
    return (
      <MachineTokenDialog
        title={t('relay.tokenTitle', { name: name.trim() })}
        hint={t('relay.tokenWhy')}
        token={made.token}
        until={made.until}
        commands={[{ name: t('relay.command'), text: `npm run relay -- --server ${serverAddress()}` }]}
        onClose={props.onClose}
      />
    );
  const create = async () => {
    if (org === null) return;
    try {
      setMade(await props.createToken({ name: name.trim(), org }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.message);
    }
  };
  return (
    <DialogFrame
      title={t('relay.create')}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <BusyButton
            appearance="primary"
            reason={name.trim() === '' ? t('relay.nameMissing') : undefined}
            onPress={create}
          >
            {t('relay.createToken')}
          </BusyButton>
        </>
      }
    >
      <div className={s.root}>
        <Field label={t('relay.name')} required>
          <Input value={name} maxLength={50} onChange={(_, { value }) => setName(value)} />
        </Field>
        <ZonePicker zones={zones} value={org} onChange={setChosen} />
        <div>{t('relay.zoneWhy')}</div>
        {refused !== null && <FormError title={t('relay.notCreated')} text={refused} />}
      </div>
    </DialogFrame>
  );
}
