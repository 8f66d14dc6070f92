import { Trans, useTranslation } from 'react-i18next';
import { usePermission } from '../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../kit/status/Glyph.tsx';
import { FaultLineRow } from '../shared/faults/FaultLineRow.tsx';
import { useFaultLines, useHeldLines } from '../shared/faults/useFaultLines.ts';
import { ChipPopover } from './ChipPopover.tsx';

/**
 * Chip with the number of open and unacknowledged faults; opens the list, a line per cause, on every screen.
 * @param compact shows the number alone, beside an alarm
 * @param inBar a key of the bar of a phone
 */
export function FaultsControl(props: { compact: boolean; inBar?: boolean }) {
  const { t } = useTranslation();
  const may = usePermission();
  const lines = useFaultLines();
  const held = useHeldLines(lines);
  if (!may(['list_fault', 'menu_home_page']) || lines === null) return null;
  const faults = lines.flatMap((line) => line.faults);
  const n = faults.length;
  if (props.compact && n === 0) return null;
  const inBar = props.inBar === true;
  const all = `${n} ${t('shell.openFaults')}`;
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
      barWord={inBar ? t('shell.phoneFaults') : undefined}
      icon={n > 0 ? <FaultGlyph size={16} /> : <Glyph name="checkmark" size={inBar ? 20 : 14} />}
      face={inBar ? n > 0 && <b>{n}</b> : n > 0 ? some : t('shell.noFaults')}
      aside={fresh > 0 && !props.compact ? t('shell.newFaults', { fresh }) : undefined}
      tooltip={fresh > 0 ? `${all}${t('kit.listComma')}${t('shell.newFaults', { fresh })}` : all}
      label={props.compact ? all : undefined}
      title={t('shell.openFaults')}
      listProps={held.props}
      empty={n === 0 ? t('shell.noFaultsWhy') : undefined}
    >
      {held.lines?.map(({ row, isGone }) => (
        <FaultLineRow key={row.key} line={row} isGone={isGone} isHeld={held.isHeld} />
      ))}
    </ChipPopover>
  );
}
