import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ServerLoad as Load } from '../../../contract/entities/site/history.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { FaultGlyph } from '../kit/status/Glyph.tsx';
import { target, tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
    '& a': { lineHeight: target(16) },
  },
  line: { width: '96px', height: '20px' },
});

const EVERY_MS = 60_000;
/** Values of the line: the last hour. */
const SHOWN = 60;
/** Delay of the event loop from which sound may be late, ms: audio is sent every 50 ms. */
const LATE_MS = 100;

/** Load of the server: processor time of the last minute with the last hour as a line, memory, and a late event loop. */
export function ServerLoad() {
  return usePermission()('menu_version_info') ? <Shown /> : null;
}

function Shown() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: ['load'],
    queryFn: () => api.get<Load>('/v1/load', undefined, { quiet: true }),
    refetchInterval: EVERY_MS,
  });
  const at = data?.cpu_pct.findLastIndex((value) => value !== null) ?? -1;
  if (data === undefined || at < 0) return null;
  const cpu = data.cpu_pct[at] ?? 0;
  const delay = data.delay_ms[at] ?? 0;
  return (
    <span className={s.root} data-testid="server-load">
      <Line values={data.cpu_pct.slice(-SHOWN)} className={s.line} />
      <ScreenLink screen="menu_version_info">
        {t('home.load', { cpu: cpu.toFixed(0), memory: data.memory_mb[at] ?? 0 })}
      </ScreenLink>
      {delay >= LATE_MS && (
        <>
          <FaultGlyph />
          {t('home.loadLate', { delay: `${delay} ms` })}
        </>
      )}
    </span>
  );
}

/** Line of percentages, broken where nothing was recorded. Decorative: the figures are beside it. */
function Line(props: { values: readonly (number | null)[]; className: string }) {
  const most = Math.max(100, ...props.values.map((value) => value ?? 0));
  const path = props.values
    .map((value, i) => {
      if (value === null) return '';
      const isFirst = i === 0 || props.values[i - 1] === null;
      return `${isFirst ? 'M' : 'L'}${i} ${(19 - (value / most) * 18).toFixed(1)}`;
    })
    .join('');
  return (
    <svg
      className={props.className}
      viewBox={`0 0 ${SHOWN - 1} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path
        d={path}
        fill="none"
        stroke={tokens.tocsinData2}
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
