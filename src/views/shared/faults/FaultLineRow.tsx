import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import type { FaultLine } from '../../../streams/faultLines.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { BatchResult } from '../../kit/action/BatchResult.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { useHeldRows } from '../../kit/rows/useHeldRows.ts';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { FaultRow } from './FaultRow.tsx';
import { useAcknowledge, waits } from './useAcknowledge.ts';
import { useFaultWords } from './useFaultLines.ts';

const useStyles = makeStyles({
  root: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  head: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '48px' },
  toggle: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexGrow: 1,
    minWidth: 0,
    minHeight: '48px',
    padding: 0,
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
    '& > svg': { flexShrink: 0 },
  },
  glyph: { flexShrink: 0, color: tokens.tocsinFaultEdge },
  texts: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  title: { overflowWrap: 'anywhere' },
  fresh: { fontWeight: tokens.fontWeightSemibold },
  detail: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground3,
  },
  gone: { textDecorationLine: 'line-through' },
  chevron: { flexShrink: 0 },
  acknowledge: { flexShrink: 0, whiteSpace: 'nowrap' },
  list: { margin: 0, padding: '0 0 0 28px', listStyle: 'none' },
  more: { padding: '8px 0' },
});

/** Largest number of faults shown of a line; the list of faults has all. */
const LISTED = 50;

interface LineProps {
  line: FaultLine;
  isGone: boolean;
  isHeld: boolean;
  queryKey?: unknown;
}

/**
 * Row of one cause: number of faults, place, start; expands to each of them, and one press acknowledges all.
 * `isGone`: over, and kept while the list is in use (`isHeld`). `queryKey`: the filter that it has passed.
 */
export function FaultLineRow(props: LineProps) {
  const { line, isGone } = props;
  const [only] = line.faults;
  if (line.faults.length === 1 && only !== undefined) return <FaultRow fault={only} isGone={isGone} />;
  return <Several {...props} />;
}

const idOf = ({ id }: Fault) => id;

function Several({ line, isGone, isHeld, queryKey }: LineProps) {
  const s = useStyles();
  const { t } = useTranslation();
  const id = useId();
  const may = usePermission();
  const words = useFaultWords();
  const [isOpen, setOpen] = useState(false);
  const acknowledge = useAcknowledge();
  const open = isGone ? [] : line.faults.filter(waits);
  const held = useHeldRows(line.faults, idOf, JSON.stringify([queryKey, isOpen]), { isHeld });
  const isNew = line.faults.some(({ state }) => state === 'new');
  const name = words.line(line);
  return (
    <li className={s.root} data-testid="fault-line">
      <div className={s.head}>
        <button
          type="button"
          className={s.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isNew ? <FaultGlyph size={16} /> : <Glyph name="warningOutline" className={s.glyph} />}
          <span className={s.texts}>
            <span className={mergeClasses(s.title, isNew && s.fresh, isGone && s.gone)}>{name}</span>
            <span className={s.detail}>{words.detail(line)}</span>
          </span>
          {isOpen ? (
            <ChevronDownRegular className={s.chevron} />
          ) : (
            <ChevronRightRegular className={s.chevron} />
          )}
        </button>
        {open.length > 0 && may('operate_fault') && (
          <BusyButton
            size="small"
            always
            className={s.acknowledge}
            aria-label={t('flood.acknowledgeAll', { n: open.length, name })}
            onPress={() => acknowledge.run(open)}
          >
            {t('flood.acknowledge', { n: open.length })}
          </BusyButton>
        )}
      </div>
      {acknowledge.shown !== undefined && <BatchResult {...acknowledge.shown} />}
      <ul id={id} className={s.list} hidden={!isOpen}>
        {isOpen &&
          held.rows
            .slice(0, LISTED)
            .map((one) => <FaultRow key={one.row.id} fault={one.row} isGone={isGone || one.isGone} />)}
        {isOpen && line.faults.length > LISTED && (
          <li className={s.more}>
            <ScreenLink screen="menu_alarm_record" search={{ tab: 'faults', kind: line.kind }}>
              {t('kit.andMore', { items: line.faults.length - LISTED })}
            </ScreenLink>
          </li>
        )}
      </ul>
    </li>
  );
}
