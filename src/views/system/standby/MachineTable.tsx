import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PairMachine, PairOverview } from '../../../../contract/entities/site/pair.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { sizeText } from '../../shared/media/sizes.ts';
import { Marked, Named, NONE, RemoveButton, Stage, Version } from '../machine/machineCells.tsx';
import { useTableStyles } from '../machine/useTableStyles.ts';
import { CLOCK_MS } from './clockLimit.ts';

/** Lag from which it is marked, ms. */
const BEHIND_MS = 5_000;

/** Lists the machines of the pair: this server first, then its standby server and the witness. */
export function MachineTable(props: {
  overview: PairOverview;
  onRemove: () => Promise<unknown>;
  onRemoveWitness: () => Promise<unknown>;
}) {
  const s = useTableStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const [removed, setRemoved] = useState<'standby' | 'witness' | null>(null);
  const none = NONE;
  const { machines, witness } = props.overview;
  const standby = machines.find(({ role }) => role === 'standby');
  const named = removed === 'witness' ? witness : standby;
  return (
    <>
      <table className={s.table} aria-label={t('standby.list')}>
        <thead>
          <tr>
            <th scope="col" className={s.wide}>
              {t('standby.machine')}
            </th>
            <th scope="col">{t('standby.role')}</th>
            <th scope="col" className={s.wide}>
              {t('standby.state')}
            </th>
            <th scope="col">{t('standby.lag')}</th>
            <th scope="col">{t('standby.files')}</th>
            <th scope="col">{t('standby.clock')}</th>
            <th scope="col">{t('standby.since')}</th>
            <td className={s.last} />
          </tr>
        </thead>
        <tbody>
          {machines.map((machine) => (
            <tr key={machine.role}>
              <th scope="row">
                <Named
                  name={machine.name}
                  detail={machine.role === 'leader' ? t('standby.here') : machine.urls.join(' ')}
                />
              </th>
              <td>
                <Named
                  name={t(`standby.roles.${machine.role}`)}
                  detail={<Version version={machine.version} server={machines[0]?.version} />}
                />
              </td>
              <td>
                <Stage machine={machine} />
              </td>
              <td>
                <Marked text={lagText(machine)} isMarked={(machine.lag_ms ?? 0) >= BEHIND_MS} />
              </td>
              <td>{machine.role === 'leader' ? none : (machine.files_missing ?? none)}</td>
              <td>
                <Marked
                  text={machine.clock_ms === null ? none : t('standby.clockOf', { ms: machine.clock_ms })}
                  isMarked={Math.abs(machine.clock_ms ?? 0) >= CLOCK_MS}
                />
              </td>
              <td>
                {machine.since === null ? none : formatTimestamp(machine.since, none, clock.timeZone())}
              </td>
              <td>
                {machine.role === 'standby' && (
                  <RemoveButton label={t('standby.remove')} onPress={() => setRemoved('standby')} />
                )}
              </td>
            </tr>
          ))}
          {witness !== null && (
            <tr>
              <th scope="row">
                <Named name={witness.name} detail={witness.urls.join(' ')} />
              </th>
              <td>{t('standby.roles.witness')}</td>
              <td>
                {witness.is_connected ? (
                  <StatusText tone="grey" glyph="checkmark" text={t('standby.connected')} />
                ) : (
                  <StatusText tone="fault" glyph="warning" text={t('standby.stage.lost')} />
                )}
              </td>
              <td>{none}</td>
              <td>{none}</td>
              <td>{none}</td>
              <td>{none}</td>
              <td>
                <RemoveButton label={t('standby.removeWitness')} onPress={() => setRemoved('witness')} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {removed !== null && named != null && (
        <ConfirmDelete
          title={t(removed === 'witness' ? 'standby.removeWitnessTitle' : 'standby.removeTitle')}
          consequence={t(removed === 'witness' ? 'standby.removeWitnessWhy' : 'standby.removeWhy')}
          items={[{ key: named.name, name: named.name, detail: named.urls[0] ?? '' }]}
          confirmLabel={t('standby.remove')}
          onConfirm={removed === 'witness' ? props.onRemoveWitness : props.onRemove}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );

  function lagText({ lag_ms, lag_bytes }: PairMachine): string {
    if (lag_ms === null || lag_bytes === null) return none;
    if (lag_bytes === 0) return t('standby.lagNone');
    return t('standby.lagOf', { seconds: Math.round(lag_ms / 1000), size: sizeText(lag_bytes) });
  }
}
