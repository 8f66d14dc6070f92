import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FloodItem } from '../../streams/flood.ts';
import { tokens } from '../theme/tokens.ts';
import { floodTitle } from './floodTitle.ts';

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

/** What a flood is in a few words: how many, which was first, which the latest, how many are new to who looks. */
export function FloodFacts(props: {
  shown: readonly FloodItem[];
  /** Of the last ten minutes. */
  count: number;
  isFlood: boolean;
  /** Everything has come from the server; until then nothing is said. */
  isKnown: boolean;
  /** The last look, epoch milliseconds; 0: there was none. */
  looked: number;
  timeOf: (at: number) => string;
  nameOf: (item: FloodItem) => string;
  children: ReactNode;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { shown, looked, timeOf, nameOf } = props;
  const first = shown[0];
  const latest = shown.at(-1);
  const open = shown.filter(({ fresh }) => fresh).length;
  const facts: [key: string, name: string, value: string][] = [];
  if (first !== undefined) facts.push(['first', t('flood.first'), `${timeOf(first.at)} ${nameOf(first)}`]);
  if (latest !== undefined && latest !== first)
    facts.push(['latest', t('flood.latest'), `${timeOf(latest.at)} ${nameOf(latest)}`]);
  facts.push([
    'new',
    looked === 0 ? t('flood.neverLooked') : t('flood.newSince', { time: timeOf(looked) }),
    shown.filter(({ at }) => at > looked).length.toLocaleString('en-US'),
  ]);
  const standing = shown.filter(({ over }) => !over).length;
  facts.push(['standing', t('flood.standing'), t('flood.of', { n: standing, all: shown.length })]);
  facts.push(['open', t('flood.unacknowledged'), t('flood.of', { n: open, all: standing })]);
  return (
    <div className={s.root}>
      <h2 className={s.title}>{t(floodTitle(props), { n: props.count })}</h2>
      <div className={s.row}>
        <dl className={s.facts}>
          {(props.isKnown ? facts : []).map(([key, name, value]) => (
            <div key={key} className={s.fact} data-testid={`flood-${key}`}>
              <dt className={s.name}>{name}</dt>
              <dd className={s.value} title={value}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
        <div className={s.tools}>{props.children}</div>
      </div>
    </div>
  );
}
