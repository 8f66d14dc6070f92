import { useTranslation } from 'react-i18next';
import type { RefusedRelay } from '../../../../contract/entities/site/relay.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { Named, NONE } from '../machine/machineCells.tsx';
import { useTableStyles } from '../machine/useTableStyles.ts';

/** Lists the relays that were refused since the server was started. */
export function RefusedRelays({ refused }: { refused: readonly RefusedRelay[] }) {
  const s = useTableStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  return (
    <section aria-label={t('relay.refused')}>
      <div>{t('relay.refused')}</div>
      <table className={s.table} aria-label={t('relay.refused')}>
        <thead>
          <tr>
            <th scope="col" className={s.wide}>
              {t('relay.name')}
            </th>
            <th scope="col">{t('relay.address')}</th>
            <th scope="col" className={s.wide}>
              {t('relay.reason')}
            </th>
            <th scope="col">{t('relay.last')}</th>
            <th scope="col">{t('relay.count')}</th>
          </tr>
        </thead>
        <tbody>
          {refused.map((one) => (
            <tr key={`${one.reason} ${one.peer_addr} ${one.name}`}>
              <th scope="row">
                <Named name={one.name || NONE} detail={one.fingerprint.replace(/(.{8})(?=.)/g, '$1 ')} />
              </th>
              <td>{one.peer_addr}</td>
              <td>{t(`relay.reasons.${one.reason}`)}</td>
              <td>{formatTimestamp(one.at, NONE, clock.timeZone())}</td>
              <td>{one.count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
