import { Button, makeStyles } from '@fluentui/react-components';
import { KeyRegular, ServerMultipleRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLOCK_KNOWN_US, type PairMachine } from '../../../../contract/entities/site/pair.ts';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { FactList } from '../../kit/layout/FactList.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { MachineTable } from './MachineTable.tsx';
import { NodeTable } from './NodeTable.tsx';
import { SplitNote } from './SplitNote.tsx';
import { type MadeToken, TokenDialog } from './TokenDialog.tsx';
import { useNodes } from './useNodes.ts';
import { useStandby } from './useStandby.ts';

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

/** The machines of the pair, or the servers on one database: who leads, how far behind the standby server is, and by which rule it takes over. */
export function Standby() {
  const s = useStyles();
  const { t } = useTranslation();
  const stale = useStaleReason();
  const nodes = useNodes();
  const { query, createToken, remove, removeWitness, dismissSplit } = useStandby();
  const [made, setMade] = useState<MadeToken | null>(null);
  const { data, error } = query;
  if (data === undefined)
    return error === null ? (
      <LoadingRows />
    ) : (
      <EmptyState
        title={t('standby.unknown')}
        hint={error.message}
        actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
      />
    );
  if (nodes.query.data !== undefined && nodes.query.data.nodes.length > 0)
    return (
      <div className={s.root}>
        <NodeTable overview={nodes.query.data} onForget={nodes.forget} />
      </div>
    );
  const { obstacle, machines, witness, split, is_synchronous } = data;
  const hasStandby = machines.length > 1;
  const commands = [
    ...(hasStandby ? [] : ['standby' as const]),
    ...(witness === null ? ['witness' as const] : []),
  ];
  const create = (
    <BusyButton
      icon={<KeyRegular />}
      title={t('standby.createHint')}
      reason={stale ?? (obstacle === null ? undefined : t(`standby.obstacle.${obstacle}`))}
      onPress={async () => setMade({ ...(await createToken()), commands })}
    >
      {t('standby.create')}
    </BusyButton>
  );
  return (
    <div className={s.root}>
      {hasStandby || witness !== null ? (
        <>
          <MachineTable overview={data} onRemove={remove} onRemoveWitness={removeWitness} />
          <FactList
            facts={[
              [
                t('standby.rule'),
                t(witness === null ? 'standby.ruleText' : 'standby.ruleWitness', {
                  command: 'npm run take-over',
                }),
              ],
              [
                t('standby.synchronous'),
                t(is_synchronous ? 'standby.synchronousOn' : 'standby.synchronousOff'),
              ],
              ...(hasStandby
                ? [
                    [t('standby.stopped'), t('standby.stoppedText')] as const,
                    [t('standby.sound'), soundText(machines)] as const,
                  ]
                : []),
              ...(witness === null
                ? [[t('standby.witness'), t('standby.witnessWhy', { command: 'npm run witness' })] as const]
                : []),
            ]}
          />
          {commands.length > 0 && <div>{create}</div>}
          {split !== null && <SplitNote split={split} onDismiss={dismissSplit} />}
        </>
      ) : (
        <EmptyState
          icon={<ServerMultipleRegular />}
          title={t('standby.none')}
          hint={obstacle === null ? t('standby.noneWhy') : t(`standby.obstacle.${obstacle}`)}
          actions={create}
        />
      )}
      {made !== null && <TokenDialog made={made} onClose={() => setMade(null)} />}
    </div>
  );

  /** Tells how alarms and sound go on at a take-over. */
  function soundText(all: readonly PairMachine[]): string {
    const standby = all.find(({ role }) => role === 'standby');
    if (standby?.alarms_copied !== true) return t('standby.soundStored');
    const errorUs = standby.clock_error_us;
    if (errorUs === null || errorUs > CLOCK_KNOWN_US) return t('standby.soundAnew');
    return t('standby.soundOn', { error: t('standby.clockOf', { ms: (errorUs / 1000).toFixed(1) }) });
  }
}
