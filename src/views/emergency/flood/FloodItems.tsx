import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { FloodItem } from '../../../streams/flood.ts';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useHeldRows } from '../../kit/rows/useHeldRows.ts';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { type Sentence, sentenceText } from '../../shared/alarms/sentences.ts';
import { faultStatus } from '../../shared/faults/faultColumns.ts';
import { useFaultWords } from '../../shared/faults/useFaultLines.ts';
import { tokens } from '../../theme/tokens.ts';
import { floodStatus, overSentence, sinceLookSentence } from './floodSentences.ts';

const useStyles = makeStyles({
  root: { margin: '0 0 8px 40px', padding: 0, listStyle: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: '72px 120px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '12px',
    minHeight: '32px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    fontVariantNumeric: 'tabular-nums',
  },
  note: { color: tokens.colorNeutralForeground3 },
});

/** Largest number of items drawn; the list of faults has all. */
const LISTED = 200;

const keyOf = ({ key }: FloodItem) => key;

/** Items of a group, the earliest first. `isHeld`: the list of groups is in use, so none is added. */
export function FloodItems(props: {
  items: readonly FloodItem[];
  isHeld: boolean;
  looked: number;
  timeOf: (at: number) => string;
  nameOf: (item: FloodItem) => string;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const words = useFaultWords();
  const { items, isHeld } = props;
  const held = useHeldRows(items, keyOf, undefined, { isHeld });
  const textOf = (sentence: Sentence | null) => (sentence === null ? '' : sentenceText(t, sentence));
  return (
    <ul className={s.root}>
      {held.rows.slice(0, LISTED).map(({ row: item }) => (
        <li key={item.key} className={s.item}>
          <span>{props.timeOf(item.at)}</span>
          <span>
            {item.alarm !== undefined && <StatusChip status={floodStatus(item.alarm)} />}
            {overSentence(item) !== null && (
              <StatusText tone="grey" glyph="checkmark" text={textOf(overSentence(item))} />
            )}
            {item.fault !== undefined && <StatusChip status={faultStatus(item.fault)} />}
          </span>
          {item.alarm?.plan_id == null ? (
            <span>
              {props.nameOf(item)}{' '}
              <span className={s.note}>
                {item.fault?.params.code ?? ''} {item.fault !== undefined && words.chatter(item.fault)}
              </span>
            </span>
          ) : (
            <ScreenLink screen="menu_fire_gpio_task" search={{ plan: String(item.alarm.plan_id) }}>
              {item.alarm.plan_name}
            </ScreenLink>
          )}
          <span className={s.note}>{textOf(sinceLookSentence(item, props.looked))}</span>
        </li>
      ))}
      {items.length > LISTED && (
        <li className={s.item}>
          <span />
          <span />
          <ScreenLink screen="menu_alarm_record" search={{ tab: 'faults' }}>
            {t('kit.andMore', { items: items.length - LISTED })}
          </ScreenLink>
        </li>
      )}
    </ul>
  );
}
