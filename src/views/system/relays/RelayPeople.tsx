import { Button, Checkbox, Field, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../../../contract/api/envelope.ts';
import type { RelayPeople as People, RelayRow } from '../../../../contract/entities/site/relay.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FieldGroup } from '../../kit/form/FieldGroup.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '12px' },
  list: { display: 'flex', flexDirection: 'column', maxHeight: '320px', overflowY: 'auto' },
});

/** Address of the page, with the port that relays have unless it is set otherwise. */
const ADDRESS = 'https://RELAY:8443/console';

interface Account {
  id: number;
  code: string;
  name: string;
}

/** Chooses the accounts that can log in at the emergency console of a relay while its line is cut. */
export function RelayPeople(props: {
  relay: RelayRow;
  save: (id: number, people: People) => Promise<void>;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { relay } = props;
  const [accounts, setAccounts] = useState<readonly number[]>(relay.accounts);
  const [days, setDays] = useState<number | null>(relay.offline_days);
  const [refused, setRefused] = useState<string | null>(null);
  const { data, error } = useQuery({
    queryKey: ['relayAccounts'],
    queryFn: () => api.get<Page<Account>>('/v1/user', { limit: 200, sort: 'code' }, { quiet: true }),
  });
  const isDaysValid = days !== null && Number.isInteger(days) && days >= 1 && days <= 90;
  const isChanged =
    days !== relay.offline_days ||
    accounts.length !== relay.accounts.length ||
    accounts.some((id) => !relay.accounts.includes(id));
  const save = async () => {
    if (!isDaysValid) return;
    try {
      await props.save(relay.id, { accounts: [...accounts], offline_days: days });
      props.onClose();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      setRefused(problem.message);
    }
  };
  return (
    <DialogFrame
      title={t('relay.peopleTitle', { name: relay.name })}
      dirty={isChanged}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <BusyButton
            appearance="primary"
            reason={isDaysValid ? undefined : t('relay.daysWrong')}
            onPress={save}
          >
            {t('common.save')}
          </BusyButton>
        </>
      }
    >
      <div className={s.root}>
        <div>{t('relay.peopleWhy', { address: ADDRESS })}</div>
        <Field label={t('relay.people')}>
          <FieldGroup className={s.list} label={t('relay.people')}>
            {(data?.rows ?? []).map(({ id, code, name }) => (
              <Checkbox
                key={id}
                label={`${name} (${code})`}
                checked={accounts.includes(id)}
                onChange={(_, { checked }) =>
                  setAccounts((now) => (checked ? [...now, id] : now.filter((one) => one !== id)))
                }
              />
            ))}
          </FieldGroup>
        </Field>
        <Field label={t('relay.offlineDays')}>
          <NumberInput value={days} min={1} max={90} onChange={setDays} />
        </Field>
        {error !== null && <FormError title={t('relay.accountsUnknown')} text={error.message} />}
        {refused !== null && <FormError title={t('relay.notSaved')} text={refused} />}
      </div>
    </DialogFrame>
  );
}
