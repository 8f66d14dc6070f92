import { makeStyles } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FloodItem, FloodGroup as Group } from '../../../streams/flood.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { NameText } from '../../kit/layout/NameText.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { sentenceText } from '../../shared/alarms/sentences.ts';
import { tokens } from '../../theme/tokens.ts';
import { FloodItems } from './FloodItems.tsx';
import { doneSentence, freshSentence, type GroupChip, groupChips } from './floodSentences.ts';
import type { useFloodAcknowledge } from './useFloodAcknowledge.ts';

/** Width at which the facts of a group stand below its name, so that its button covers neither. */
const narrow = '@media (max-width: 700px)';

const useStyles = makeStyles({
  root: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '56px',
    [narrow]: { flexWrap: 'wrap', gap: '4px', paddingBottom: '8px' },
  },
  toggle: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(140px, 2fr) minmax(150px, 1fr) minmax(0, 3fr)',
    alignItems: 'center',
    gap: '12px',
    [narrow]: { flexBasis: '100%', gridTemplateColumns: '20px minmax(0, 1fr)', rowGap: '4px' },
    flexGrow: 1,
    minWidth: 0,
    minHeight: '48px',
    padding: '4px 8px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    textAlign: 'left',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  detail: {
    display: 'block',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground3,
  },
  chips: { display: 'flex', flexWrap: 'wrap', gap: '4px', [narrow]: { gridColumnStart: '2' } },
  ends: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    fontVariantNumeric: 'tabular-nums',
    [narrow]: { gridColumnStart: '2' },
  },
  end: { display: 'flex', gap: '4px', minWidth: 0, whiteSpace: 'nowrap' },
  known: { color: tokens.colorNeutralForeground3 },
  done: { minWidth: '136px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
  button: { minWidth: '136px', minHeight: '40px', [narrow]: { marginLeft: 'auto' } },
});

type Look = Pick<ComponentProps<typeof StatusText>, 'tone' | 'glyph'>;
const ended: Look = { tone: 'grey', glyph: 'checkmark' };
const drill: Look = { tone: 'grey', glyph: 'dashedPlus' };
/** Appearance of a chip while one of its items is unacknowledged, and after all are acknowledged. */
const looks: Record<GroupChip['what'], { fresh: Look; known: Look }> = {
  alarm: {
    fresh: { tone: 'alarm', glyph: 'alarm' },
    known: { tone: 'alarmOutline', glyph: 'alarmOutline' },
  },
  drill: { fresh: drill, known: drill },
  fault: {
    fresh: { tone: 'fault', glyph: 'warning' },
    known: { tone: 'faultOutline', glyph: 'warningOutline' },
  },
  ended: { fresh: ended, known: ended },
};

/**
 * Group of items with one cause, zone, kind or plan: number, first and latest; one press acknowledges all.
 * `isGone`: no longer listed, and kept while the list is in use (`isHeld`).
 */
export function FloodGroup(props: {
  group: Group;
  isGone: boolean;
  isHeld: boolean;
  name: string;
  /** Facts that its faults have in common; empty: none known. */
  detail: string;
  /** Time of the last look, epoch milliseconds. */
  looked: number;
  timeOf: (at: number) => string;
  nameOf: (item: FloodItem) => string;
  acknowledge: ReturnType<typeof useFloodAcknowledge>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { group, name, detail, looked, timeOf, nameOf, acknowledge } = props;
  const { items, first, latest } = group;
  const open = props.isGone ? [] : items.filter(acknowledge.may);
  const unseen = freshSentence(items, looked);
  const done = doneSentence(group);
  return (
    <li className={s.root} data-testid="flood-group" data-group={group.key}>
      <div className={s.head}>
        <button
          type="button"
          className={s.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          data-flood-group=""
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
          <span>
            <span className={s.name}>{name}</span>
            {unseen !== null && <span> · {sentenceText(t, unseen)}</span>}
            {detail !== '' && <span className={s.detail}>{detail}</span>}
          </span>
          <span className={s.chips}>
            {groupChips(group).map((chip) => (
              <StatusText
                key={chip.key}
                {...looks[chip.what][chip.isFresh ? 'fresh' : 'known']}
                text={sentenceText(t, chip)}
              />
            ))}
          </span>
          <span className={s.ends}>
            <span className={s.end}>
              {timeOf(first.at)} <NameText name={nameOf(first)} />
            </span>
            {latest !== first && (
              <span className={`${s.end} ${s.known}`}>
                {timeOf(latest.at)} <NameText name={nameOf(latest)} />
              </span>
            )}
          </span>
        </button>
        {open.length > 0 ? (
          <BusyButton
            always
            className={s.button}
            aria-label={t('flood.acknowledgeAll', { n: open.length, name })}
            onPress={() => acknowledge.run(open)}
          >
            {t('flood.acknowledge', { n: open.length })}
          </BusyButton>
        ) : (
          <span className={s.done}>{done !== null && sentenceText(t, done)}</span>
        )}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <FloodItems items={items} isHeld={props.isHeld} looked={looked} timeOf={timeOf} nameOf={nameOf} />
        )}
      </div>
    </li>
  );
}
