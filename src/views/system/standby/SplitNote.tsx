import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { PairSplit } from '../../../../contract/entities/site/pair.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { auditWords } from '../../shared/logs/auditWords.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  table: {
    borderCollapse: 'collapse',
    '& td, & th': { padding: '2px 24px 2px 0', textAlign: 'left' },
    '& th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  },
});

/** Lists what a former leader has stored while the other machine led, until somebody has seen it. */
export function SplitNote({ split, onDismiss }: { split: PairSplit; onDismiss: () => Promise<unknown> }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const words = auditWords(t, { zone: () => undefined, device: () => undefined });
  const time = (at: number) => formatTimestamp(at, '', clock.timeZone());
  const { name, count, since, changes } = split;
  const what = ({ entity, entity_id, name: called }: PairSplit['changes'][number]) =>
    `${words.entity(entity)} ${called || (entity_id === null ? '' : `#${entity_id}`)}`.trim();
  return (
    <section className={s.root} aria-label={t('standby.split.title', { name })}>
      <StatusText tone="fault" glyph="warning" text={t('standby.split.title', { name })} />
      <div>{t('standby.split.why', { name, count, time: time(since / 1000) })}</div>
      <table className={s.table}>
        <thead>
          <tr>
            {(['time', 'account', 'action', 'what'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`standby.split.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
            <tr key={index}>
              <td>{time(change.at)}</td>
              <td>{change.account || t('logs.nobody')}</td>
              <td>{words.action(change.action)}</td>
              <td>{what(change)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > changes.length && <div>{t('kit.andMore', { items: count - changes.length })}</div>}
      <BusyButton size="small" onPress={onDismiss}>
        {t('standby.split.dismiss')}
      </BusyButton>
    </section>
  );
}
