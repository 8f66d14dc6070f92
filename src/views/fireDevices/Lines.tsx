import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { FaultGlyph } from '../kit/Glyph.tsx';
import { useDevicePanelStyles } from '../terminals/devicePanelStyles.ts';
import { tokens } from '../theme/tokens.ts';
import { type FireRow, inputName, outputName } from './fireColumns.ts';

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
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
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
  none: { color: tokens.colorNeutralForeground3 },
});

/** The inputs and outputs of a fire terminal, live; what is abnormal stands first. */
export function Lines({ row }: { row: FireRow }) {
  const s = useStyles();
  const panel = useDevicePanelStyles();
  const { t } = useTranslation();
  const { status } = row;
  if (status === null)
    return <div className={s.none}>{t(row.online ? 'fire.noStatus' : 'fire.offline')}</div>;
  const inputs = status.inputs.toSorted(
    (a, b) => Number(b.active || b.line !== 'ok') - Number(a.active || a.line !== 'ok'),
  );
  return (
    <>
      <h3 className={panel.section}>{t('fire.inputs')}</h3>
      <ul className={s.list} aria-label={t('fire.inputs')}>
        {inputs.map((one) => {
          const isFault = one.active || one.line !== 'ok';
          const text = [
            ...(one.line === 'ok' ? [] : [t(`fire.line.${one.line}`)]),
            t(one.active ? 'fire.active' : 'fire.normal'),
          ].join(' · ');
          return (
            <li key={one.input} className={s.row} data-input={one.input} data-active={one.active}>
              <span className={s.name} title={inputName(row, one.input, t)}>
                {inputName(row, one.input, t)}
              </span>
              <span className={mergeClasses(s.state, isFault && s.fault)}>
                {isFault && <FaultGlyph />}
                {text}
              </span>
            </li>
          );
        })}
      </ul>
      <h3 className={panel.section}>{t('fire.outputs')}</h3>
      <ul className={s.list} aria-label={t('fire.outputs')}>
        {status.outputs.map((one) => (
          <li key={one.output} className={s.row} data-output={one.output}>
            <span className={s.name} title={outputName(row, one.output, t)}>
              {outputName(row, one.output, t)}
            </span>
            <span className={mergeClasses(s.state, one.on && s.on)}>
              {t(one.on ? 'fire.on' : 'fire.off')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
