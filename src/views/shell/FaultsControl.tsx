import {
  Button,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
} from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { Fault } from '../../../contract/entities/fault.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../kit/Glyph.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { tokens, vh } from '../theme/tokens.ts';
import { FaultRow } from './FaultRow.tsx';

const useStyles = makeStyles({
  chip: {
    height: '24px',
    minWidth: 0,
    padding: '0 10px',
    gap: '2px',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightRegular,
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    border: '1px solid transparent',
    backgroundColor: 'transparent',
  },
  open: {
    color: tokens.tocsinFaultText,
    backgroundColor: tokens.tocsinFaultTint,
    borderTopColor: tokens.tocsinFaultStroke,
    borderRightColor: tokens.tocsinFaultStroke,
    borderBottomColor: tokens.tocsinFaultStroke,
    borderLeftColor: tokens.tocsinFaultStroke,
    ':hover': { color: tokens.tocsinFaultText, backgroundColor: tokens.tocsinFaultTint },
    ':hover:active': { color: tokens.tocsinFaultText, backgroundColor: tokens.tocsinFaultTint },
    '& b': { fontWeight: tokens.fontWeightSemibold },
  },
  fresh: {
    marginLeft: '4px',
    paddingLeft: '8px',
    borderLeft: `1px solid ${tokens.tocsinFaultStroke}`,
    fontWeight: tokens.fontWeightSemibold,
  },
  surface: { width: '420px', padding: '12px 16px' },
  title: { margin: '0 0 8px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, padding: 0, listStyle: 'none', maxHeight: vh(60), overflowY: 'auto' },
});

const loading: Fault[] | null = null;

/**
 * Open faults: how many, how many nobody has acknowledged; the list is one press away on every screen.
 * @param compact the number alone, beside an alarm
 */
export function FaultsControl(props: { compact: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const { streams } = useApp();
  const faults = useObservable<Fault[] | null>(streams.openFaults$, loading);
  if (!may(['list_fault', 'menu_home_page']) || faults === null) return null;
  if (props.compact && faults.length === 0) return null;
  const fresh = faults.filter((fault) => fault.state === 'new').length;
  const count = t(faults.length > 0 ? 'shell.faultsN' : 'shell.noFaults', { n: faults.length });
  const added = fresh > 0 && !props.compact ? ` ${t('shell.newFaults', { fresh })}` : '';
  return (
    <Popover positioning="below-start" trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          className={mergeClasses(s.chip, faults.length > 0 && s.open)}
          data-testid="faults"
          // All that is written on it: who says what they read must be understood (WCAG 2.5.3).
          aria-label={count + added}
          icon={faults.length > 0 ? <FaultGlyph size={16} /> : <Glyph name="checkmark" size={14} />}
        >
          <span>
            {faults.length > 0 && <b>{faults.length} </b>}
            {!props.compact && t(faults.length > 0 ? 'shell.faults' : 'shell.noFaults')}
          </span>
          {added !== '' && <span className={s.fresh}>{added}</span>}
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={s.surface}>
        <h2 className={s.title}>{t('shell.openFaults')}</h2>
        {faults.length === 0 && <span>{t('shell.noFaultsWhy')}</span>}
        <ul className={s.list}>
          {faults.map((fault) => (
            <FaultRow key={fault.id} fault={fault} />
          ))}
        </ul>
      </PopoverSurface>
    </Popover>
  );
}
