import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { NameText } from '../../kit/layout/NameText.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { LevelMeter } from '../../kit/status/LevelMeter.tsx';
import { type CapturerRow, channelLevel, channelName } from '../../shared/terminals/capturerColumns.ts';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 112px',
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
  fault: { color: tokens.tocsinFaultText },
  sending: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  none: { color: tokens.colorNeutralForeground3 },
});

/** Lists the channels of a capturer, live: name, use, trigger input and level. */
export function Channels({ row }: { row: CapturerRow }) {
  const s = useStyles();
  const panel = useDevicePanelStyles();
  const { t } = useTranslation();
  const channels = row.status?.channels;
  return (
    <>
      <h3 className={panel.section}>{t('capturer.channels')}</h3>
      {channels === undefined || channels.length === 0 ? (
        <div className={s.none}>{t(row.online ? 'capturer.noStatus' : 'capturer.offline')}</div>
      ) : (
        <ul className={s.list} aria-label={t('capturer.channels')}>
          {channels.map((one) => {
            const view = channelLevel(row, one);
            const isFault = one.state === 'failed' || one.state === 'locked';
            const tone = isFault ? s.fault : one.state === 'sending' ? s.sending : '';
            return (
              <li key={one.channel} className={s.row} data-channel={one.channel} data-state={one.state}>
                <span className={s.name}>
                  <NameText name={channelName(row, one.channel, t)} />
                </span>
                <span className={`${s.state} ${tone}`}>
                  {isFault && <FaultGlyph />}
                  {t(`capturer.state.${one.state}`)}
                  {one.io !== null && ` · ${t(one.io ? 'capturer.ioClosed' : 'capturer.ioOpen')}`}
                </span>
                {view === null ? <span>—</span> : <LevelMeter {...view} />}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
