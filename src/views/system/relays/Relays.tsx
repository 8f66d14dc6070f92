import { Button, makeStyles } from '@fluentui/react-components';
import { RouterRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { NewRelay } from './NewRelay.tsx';
import { RefusedLines } from './RefusedLines.tsx';
import { RefusedRelays } from './RefusedRelays.tsx';
import { RelayTable } from './RelayTable.tsx';
import { useRelays } from './useRelays.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    height: '100%',
    overflowY: 'auto',
    padding: '16px 24px',
    boxSizing: 'border-box',
  },
});

/** Relays, through which terminals of remote places come over one connection. */
export function Relays() {
  const s = useStyles();
  const { t } = useTranslation();
  const stale = useStaleReason();
  const { query, createToken, withdraw, clearAside, savePeople } = useRelays();
  const [isCreating, setIsCreating] = useState(false);
  const { data, error } = query;
  if (data === undefined)
    return error === null ? (
      <LoadingRows />
    ) : (
      <EmptyState
        title={t('relay.unknown')}
        hint={error.message}
        actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
      />
    );
  const create = (
    <BusyButton
      icon={<RouterRegular />}
      reason={stale ?? (data.has_https ? undefined : t('relay.httpsOff'))}
      onPress={async () => setIsCreating(true)}
    >
      {t('relay.create')}
    </BusyButton>
  );
  return (
    <div className={s.root}>
      {data.relays.length > 0 ? (
        <>
          <RelayTable
            relays={data.relays}
            version={data.version}
            onWithdraw={withdraw}
            savePeople={savePeople}
          />
          <div>{create}</div>
        </>
      ) : (
        <EmptyState
          icon={<RouterRegular />}
          title={t('relay.none')}
          hint={t('relay.noneWhy')}
          actions={create}
        />
      )}
      <RefusedLines relays={data.relays} onClear={clearAside} />
      {data.refused.length > 0 && <RefusedRelays refused={data.refused} />}
      {isCreating && <NewRelay createToken={createToken} onClose={() => setIsCreating(false)} />}
    </div>
  );
}
