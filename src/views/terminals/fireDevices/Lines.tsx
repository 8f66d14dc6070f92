import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EMPTY, map, type Observable } from 'rxjs';
import { type IoLive, ioId } from '../../../../contract/entities/terminals/io.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BatchResult } from '../../kit/action/BatchResult.tsx';
import { NameText } from '../../kit/layout/NameText.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { ownersText } from '../../shared/io/ioView.ts';
import { LineButtons } from '../../shared/io/LineButtons.tsx';
import { useIoActions } from '../../shared/io/useIoActions.tsx';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { type FireRow, inputName, outputName } from '../../shared/terminals/fireColumns.ts';
import { tokens } from '../../theme/tokens.ts';
import { PanelReason } from './PanelReason.tsx';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  name: { minWidth: 0, whiteSpace: 'nowrap' },
  state: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
  },
  fault: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
  on: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  owners: { marginLeft: '8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  none: { color: tokens.colorNeutralForeground3 },
});

const noLines: ReadonlyMap<number, IoLive> = new Map();

/** Inputs and outputs of a terminal by their ids; empty without the right. */
function useLines(terminal: number): ReadonlyMap<number, IoLive> {
  const { streams } = useApp();
  const isAllowed = usePermission()('list_io');
  const lines$ = useMemo<Observable<ReadonlyMap<number, IoLive>>>(
    () =>
      isAllowed
        ? streams.io.rows$.pipe(
            map(
              (rows) =>
                new Map(rows.flatMap((line) => (line.terminal_id === terminal ? [[line.id, line]] : []))),
            ),
          )
        : EMPTY,
    [streams, isAllowed, terminal],
  );
  return useObservable(lines$, noLines);
}

/** Inputs and outputs of a fire terminal, live, with their actions; abnormal ones first. */
export function Lines({ row }: { row: FireRow }) {
  const s = useStyles();
  const lines = useLines(row.id);
  const actions = useIoActions();
  const panel = useDevicePanelStyles();
  const { t } = useTranslation();
  const { status } = row;
  if (status === null)
    return (
      <>
        <div className={s.none}>{t(row.online ? 'fire.noStatus' : 'fire.offline')}</div>
        <PanelReason state={row.panel_state} />
      </>
    );
  const inputs = status.inputs.toSorted(
    (a, b) => Number(b.active || b.line !== 'ok') - Number(a.active || a.line !== 'ok'),
  );
  return (
    <>
      <PanelReason state={row.panel_state} />
      <h3 className={panel.section}>{t('fire.inputs')}</h3>
      <ul className={s.list} aria-label={t('fire.inputs')}>
        {inputs.map((one) => {
          const isFault = one.active || one.line !== 'ok';
          const line = lines.get(ioId(row.id, 'input', one.input));
          const text = [
            ...(line?.test === true ? [t('io.inTest')] : []),
            ...(one.line === 'ok' ? [] : [t(`fire.line.${one.line}`)]),
            t(one.active ? 'fire.active' : 'fire.normal'),
          ].join(' · ');
          return (
            <li key={one.input} className={s.row} data-input={one.input} data-active={one.active}>
              <span className={s.name}>
                <NameText name={inputName(row, one.input, t)} />
              </span>
              <span className={mergeClasses(s.state, isFault && s.fault)}>
                {isFault && <FaultGlyph />}
                {text}
                {line !== undefined && <LineButtons row={line} actions={actions} brief />}
              </span>
            </li>
          );
        })}
      </ul>
      <h3 className={panel.section}>{t('fire.outputs')}</h3>
      <ul className={s.list} aria-label={t('fire.outputs')}>
        {status.outputs.map((one) => {
          const line = lines.get(ioId(row.id, 'output', one.output));
          const owners = line === undefined ? '' : ownersText(line.owners, t);
          return (
            <li key={one.output} className={s.row} data-output={one.output} data-on={one.on}>
              <span className={s.name}>
                <NameText name={outputName(row, one.output, t)} />
                {owners !== '' && <span className={s.owners}>{owners}</span>}
              </span>
              <span className={mergeClasses(s.state, one.on && s.on, line?.failed === true && s.fault)}>
                {line?.failed === true && <FaultGlyph />}
                {line?.failed === true ? t('status.output_failed') : t(one.on ? 'fire.on' : 'fire.off')}
                {line !== undefined && <LineButtons row={line} actions={actions} brief />}
              </span>
            </li>
          );
        })}
      </ul>
      {actions.failures && <BatchResult {...actions.failures} />}
      {actions.dialogs}
    </>
  );
}
