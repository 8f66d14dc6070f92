import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TerminalHistory } from '../../../../contract/entities/site/history.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { Chart } from '../../kit/chart/Chart.tsx';
import { cellsOption } from '../../kit/chart/cellsOption.ts';
import type { ChartColours } from '../../kit/chart/chartColours.ts';
import { TimeScale } from '../../kit/chart/TimeScale.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { levelText } from '../../kit/status/levelMeter.ts';
import { minutesText } from '../../kit/time/lengths.ts';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { tokens } from '../../theme/tokens.ts';
import { dayCells, levelOption, minutesByState } from './dayOption.ts';

const useStyles = makeStyles({
  level: { height: '72px' },
  strips: { height: '34px' },
  caption: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  facts: { display: 'flex', flexWrap: 'wrap', gap: '0 12px', fontSize: tokens.fontSizeBase200 },
  fault: { display: 'inline-flex', alignItems: 'center', gap: '4px', color: tokens.tocsinFaultText },
});

const EVERY_MS = 60_000;
const states = ['sounding', 'silent', 'unknown', 'behind_relay', 'offline'] as const;

/** Last 24 hours of a terminal: its level, a strip of its states and one of its packet loss. */
export function TerminalDay({ row }: { row: Pick<TerminalLive, 'id' | 'kind' | 'name'> }) {
  const s = useStyles();
  const panel = useDevicePanelStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const timeZone = useSiteClock().timeZone();
  const { data } = useQuery({
    queryKey: ['history', row.kind, row.id],
    queryFn: () => api.get<TerminalHistory>(`/v1/${row.kind}/${row.id}/history`, undefined, { quiet: true }),
    refetchInterval: EVERY_MS,
  });
  const level = useCallback(
    (c: ChartColours) => (data === undefined ? {} : levelOption(data, timeZone, c)),
    [data, timeZone],
  );
  const strips = useCallback(
    (c: ChartColours) =>
      data === undefined ? {} : cellsOption(dayCells(data, t, timeZone, c), 2, data.state.length, 0, c),
    [data, t, timeZone],
  );
  const isKnown = data?.state.some((state) => state !== null) === true;
  if (data === undefined || !isKnown)
    return data === undefined ? null : (
      <>
        <h3 className={panel.section}>{t('devices.day.title')}</h3>
        <p className={s.caption}>{t('devices.day.none')}</p>
      </>
    );
  const minutes = minutesByState(data);
  const levels = data.level_db.flatMap((one) => one ?? []);
  const words = states
    .filter((state) => minutes[state] > 0)
    .map((state) => `${t(`devices.day.${state}`)} ${minutesText(minutes[state])}`);
  const until = data.from + data.state.length * data.step_s;
  return (
    <div data-testid="terminal-day">
      <h3 className={panel.section}>{t('devices.day.title')}</h3>
      {levels.length > 0 && (
        <div className={s.level}>
          <Chart
            option={level}
            label={t('devices.day.levelLabel', {
              name: row.name,
              low: levelText(Math.min(...levels)),
              high: levelText(Math.max(...levels)),
            })}
          />
        </div>
      )}
      <div className={s.strips}>
        <Chart
          option={strips}
          label={t('devices.day.label', { name: row.name, facts: words.join(t('kit.listComma')) })}
        />
      </div>
      <TimeScale from={data.from} to={until} timeZone={timeZone} ticks={5} />
      <div className={s.caption}>{t('devices.day.rows')}</div>
      <div className={s.facts}>
        {states.map(
          (state) =>
            minutes[state] > 0 && (
              <span key={state} className={state === 'offline' || state === 'silent' ? s.fault : undefined}>
                {(state === 'offline' || state === 'silent') && <FaultGlyph />}
                {t(`devices.day.${state}`)} {minutesText(minutes[state])}
              </span>
            ),
        )}
        {minutes.offline > 0 && (
          <ScreenLink
            screen="menu_online_log"
            search={{ terminal_id: String(row.id), from: String(data.from) }}
            without="nothing"
          >
            {t('devices.day.losses')}
          </ScreenLink>
        )}
      </div>
    </div>
  );
}
