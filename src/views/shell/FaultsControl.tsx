import { Trans, useTranslation } from 'react-i18next';
import type { Fault } from '../../../contract/entities/fault.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../kit/Glyph.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { ChipPopover } from './ChipPopover.tsx';
import { FaultRow } from './FaultRow.tsx';

const loading: Fault[] | null = null;

/**
 * Open faults: how many, how many nobody has acknowledged; the list is one press away on every screen.
 * @param compact the number alone, beside an alarm
 */
export function FaultsControl(props: { compact: boolean }) {
  const { t } = useTranslation();
  const may = usePermission();
  const { streams } = useApp();
  const faults = useObservable<Fault[] | null>(streams.openFaults$, loading);
  if (!may(['list_fault', 'menu_home_page']) || faults === null) return null;
  const n = faults.length;
  if (props.compact && n === 0) return null;
  const fresh = faults.filter((fault) => fault.state === 'new').length;
  const some = props.compact ? (
    <b>{n}</b>
  ) : (
    <Trans i18nKey="shell.faultsN" values={{ n }} components={{ b: <b /> }} />
  );
  return (
    <ChipPopover
      testId="faults"
      tone={n > 0 ? 'fault' : 'quiet'}
      icon={n > 0 ? <FaultGlyph size={16} /> : <Glyph name="checkmark" size={14} />}
      face={n > 0 ? some : t('shell.noFaults')}
      aside={fresh > 0 && !props.compact ? t('shell.newFaults', { fresh }) : undefined}
      label={props.compact ? `${n} ${t('shell.openFaults')}` : undefined}
      title={t('shell.openFaults')}
      empty={n === 0 ? t('shell.noFaultsWhy') : undefined}
    >
      {faults.map((fault) => (
        <FaultRow key={fault.id} fault={fault} />
      ))}
    </ChipPopover>
  );
}
