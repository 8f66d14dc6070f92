import { Button } from '@fluentui/react-components';
import { PersonKeyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RelayPeople as RelayPeopleForm, RelayRow } from '../../../../contract/entities/site/relay.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { Marked, Named, NONE, RemoveButton, Version } from '../machine/machineCells.tsx';
import { useTableStyles } from '../machine/useTableStyles.ts';
import { RelayPeople } from './RelayPeople.tsx';

/** Uncertainty of the clock from which it is marked, µs: echoes between terminals of two relays become audible. */
const CLOCK_US = 10_000;

/** Lists the relays with their states. */
export function RelayTable(props: {
  relays: readonly RelayRow[];
  /** Version of the server. */
  version: string;
  onWithdraw: (id: number) => Promise<unknown>;
  savePeople: (id: number, people: RelayPeopleForm) => Promise<void>;
}) {
  const s = useTableStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const zones = useZones();
  const [edited, setEdited] = useState<RelayRow | null>(null);
  const [chosen, setChosen] = useState<RelayRow | null>(null);
  const time = (at: number | null) => (at === null ? NONE : formatTimestamp(at, NONE, clock.timeZone()));
  const clockText = (us: number | null) => (us === null ? NONE : `± ${(us / 1000).toFixed(1)} ms`);
  return (
    <>
      <table className={s.table} aria-label={t('relay.title')}>
        <thead>
          <tr>
            <th scope="col" className={s.wide}>
              {t('relay.name')}
            </th>
            <th scope="col">{t('relay.zone')}</th>
            <th scope="col">{t('relay.state')}</th>
            <th scope="col">{t('relay.terminals')}</th>
            <th scope="col">{t('relay.clock')}</th>
            <th scope="col">{t('relay.dropped')}</th>
            <th scope="col">{t('relay.version')}</th>
            <td className={s.last} />
          </tr>
        </thead>
        <tbody>
          {props.relays.map((relay) => (
            <tr key={relay.id}>
              <th scope="row">
                <Named name={relay.name} detail={relay.fingerprint.replace(/(.{8})(?=.)/g, '$1 ')} />
              </th>
              <td>{zones?.find(({ id }) => id === relay.org)?.name ?? NONE}</td>
              <td>
                {relay.state === 'connected' ? (
                  <StatusText tone="grey" glyph="checkmark" text={t('relay.states.connected')} />
                ) : (
                  <StatusText tone="fault" glyph="warning" text={t('relay.states.lost')} />
                )}
                <Named name="" detail={time(relay.since ?? relay.seen_at)} />
              </td>
              <td>{relay.terminals}</td>
              <td>
                <Marked
                  text={clockText(relay.clock_error_us)}
                  isMarked={(relay.clock_error_us ?? 0) >= CLOCK_US}
                />
              </td>
              <td>{relay.state === 'connected' ? relay.dropped : NONE}</td>
              <td>
                <Named
                  name={<Version version={relay.version} server={props.version} />}
                  detail={relay.peer_addr}
                />
              </td>
              <td>
                <Button
                  size="small"
                  appearance="subtle"
                  icon={<PersonKeyRegular />}
                  aria-label={t('relay.editPeople')}
                  title={t('relay.editPeople')}
                  onClick={() => setEdited(relay)}
                />
                <RemoveButton label={t('relay.withdraw')} onPress={() => setChosen(relay)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {edited !== null && (
        <RelayPeople relay={edited} save={props.savePeople} onClose={() => setEdited(null)} />
      )}
      {chosen !== null && (
        <ConfirmDelete
          title={t('relay.withdrawTitle')}
          consequence={t('relay.withdrawWhy')}
          items={[{ key: String(chosen.id), name: chosen.name, detail: chosen.peer_addr }]}
          confirmLabel={t('relay.withdraw')}
          onConfirm={() => props.onWithdraw(chosen.id)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
