import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { RelayRow } from '../../../../contract/entities/site/relay.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { NONE } from '../machine/machineCells.tsx';
import { useTableStyles } from '../machine/useTableStyles.ts';

/** Lists what relays told after their line was cut and the server refused, until a person clears it. */
export function RefusedLines(props: {
  relays: readonly RelayRow[];
  onClear: (id: number) => Promise<unknown>;
}) {
  const s = useTableStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  return props.relays
    .filter(({ aside }) => aside.length > 0)
    .map(({ id, name, aside }) => {
      const title = t('relay.asideOf', { name });
      return (
        <section key={id} aria-label={title}>
          <div>{title}</div>
          <table className={s.table} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('relay.last')}</th>
                <th scope="col" className={s.wide}>
                  {t('relay.asideSubject')}
                </th>
                <th scope="col" className={s.wide}>
                  {t('relay.reason')}
                </th>
              </tr>
            </thead>
            <tbody>
              {aside.map((one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end, and have no id
                <tr key={at}>
                  <td>{formatTimestamp(one.at, NONE, clock.timeZone())}</td>
                  <td>{subjectText(t, one.of)}</td>
                  <td>{one.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <BusyButton onPress={async () => void (await props.onClear(id))}>
            {t('relay.clearAside')}
          </BusyButton>
        </section>
      );
    });
}

/** Subject of a line in words, such as that of `alarm 12`. */
function subjectText(t: TFunction, of: string): string {
  const [kind, id] = of.split(' ');
  return kind === 'alarm' || kind === 'broadcast' ? t(`relay.asideKinds.${kind}`, { id }) : NONE;
}
