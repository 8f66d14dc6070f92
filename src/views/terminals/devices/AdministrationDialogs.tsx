import { Link, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AdministrationDefaults,
  remoteSetting,
  serverSetting,
} from '../../../../contract/api/administration.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  reason: { margin: '0 0 12px', color: tokens.colorNeutralForeground2 },
});

const none: AdministrationDefaults = {
  remote_server: '',
  remote_port: 0,
  buffalo_backend: '',
  http_backend: '',
  force_buffalo: false,
};

/** Defaults of the system settings; undefined while loading. */
export function useProposals(): AdministrationDefaults | undefined {
  const { api } = useApp();
  const query = useQuery({
    queryKey: ['sys', 'addresses'],
    queryFn: () => api.get<AdministrationDefaults>('/v1/sys/addresses', undefined, { quiet: true }),
  });
  return query.data ?? (query.isError ? none : undefined);
}

interface Props {
  count: number;
  onSubmit: (values: Record<string, unknown>) => Promise<unknown>;
  onClose: () => void;
}

function StateReason({ children }: { children: ReactNode }) {
  return <p className={useStyles().reason}>{children}</p>;
}

/** Dialog for server parameters: the server that the selected terminals use from now on. */
export function ServerDialog({ count, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const proposed = useProposals();
  if (proposed === undefined) return null;
  return (
    <FormDialog
      title={t('administration.serverTitle', { count })}
      schema={serverSetting}
      defaults={{ server: proposed.http_backend || window.location.origin }}
      onSubmit={onSubmit}
      saved="elsewhere"
      onClose={onClose}
      submitLabel={t('administration.set')}
    >
      {({ control }) => (
        <>
          <StateReason>{t('administration.serverWhy')}</StateReason>
          <TextField
            control={control}
            name="server"
            label={t('administration.server')}
            required
            maxLength={200}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Dialog for remote administration: the remote-management server to which the terminals connect. */
export function RemoteDialog({ count, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const proposed = useProposals();
  if (proposed === undefined) return null;
  const { remote_server: host, remote_port: port, force_buffalo, buffalo_backend } = proposed;
  return (
    <FormDialog
      title={t('administration.remoteTitle', { count })}
      schema={remoteSetting}
      defaults={{ on: true, host, port }}
      onSubmit={onSubmit}
      saved="elsewhere"
      onClose={onClose}
      submitLabel={t('administration.set')}
    >
      {({ control }) => (
        <>
          <StateReason>
            {t('administration.remoteWhy')}{' '}
            {t(force_buffalo ? 'administration.forced' : 'administration.notForced')}
          </StateReason>
          <SwitchField control={control} name="on" label={t('administration.remoteOn')} />
          <TextField control={control} name="host" label={t('administration.host')} maxLength={100} />
          <NumberField control={control} name="port" label={t('administration.port')} min={0} max={65_535} />
          {buffalo_backend !== '' && (
            <Link href={buffalo_backend} target="_blank" rel="noopener noreferrer">
              {t('administration.openBackend')}
            </Link>
          )}
        </>
      )}
    </FormDialog>
  );
}
