import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FloodItem } from '../../../streams/flood.ts';
import { sentenceText } from '../../shared/alarms/sentences.ts';
import { tokens } from '../../theme/tokens.ts';
import { type FloodFact, type FloodShown, floodFacts, floodTitle } from './floodSentences.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', padding: '16px 16px 8px', flexShrink: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  row: { display: 'flex', alignItems: 'flex-end', flexWrap: 'wrap', gap: '8px 32px' },
  facts: { display: 'flex', flexWrap: 'wrap', gap: '8px 32px', margin: 0, flexGrow: 1, minWidth: 0 },
  fact: { minWidth: 0, maxWidth: '420px' },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  value: {
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  tools: { display: 'flex', alignItems: 'center', gap: '8px' },
});

/** Summary of a flood: number of items, the first, the latest, and the number new to this user. */
export function FloodFacts(props: {
  shown: FloodShown;
  timeOf: (at: number) => string;
  nameOf: (item: FloodItem) => string;
  children: ReactNode;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { shown, timeOf, nameOf } = props;
  const factText = ({ is }: FloodFact) => {
    if ('item' in is) return `${timeOf(is.item.at)} ${nameOf(is.item)}`;
    return 'n' in is ? is.n.toLocaleString('en-US') : sentenceText(t, is);
  };
  return (
    <div className={s.root}>
      <h2 className={s.title}>{sentenceText(t, floodTitle(shown))}</h2>
      <div className={s.row}>
        <dl className={s.facts}>
          {floodFacts(shown, timeOf).map((fact) => (
            <div key={fact.id} className={s.fact} data-testid={`flood-${fact.id}`}>
              <dt className={s.name}>{sentenceText(t, fact.name)}</dt>
              <dd className={s.value} title={factText(fact)}>
                {factText(fact)}
              </dd>
            </div>
          ))}
        </dl>
        <div className={s.tools}>{props.children}</div>
      </div>
    </div>
  );
}
