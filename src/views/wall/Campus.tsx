import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shortenName } from '../kit/layout/nameWidth.ts';
import { faultParts, glyphs } from '../kit/status/glyphs.ts';
import { tokens } from '../theme/tokens.ts';
import type { DotState } from './dotState.ts';
import { type Callout, type DrawnBlock, draw, type Point, points } from './isometric.ts';
import type { WallPage } from './wallModel.ts';

const useStyles = makeStyles({
  root: { width: '100%', height: '100%', display: 'block' },
  ground: { fill: tokens.colorNeutralBackground2, stroke: tokens.colorNeutralStroke2 },
  street: { fill: tokens.colorNeutralBackground4 },
  shadow: { fill: tokens.colorNeutralBackground3 },
  top: { fill: tokens.colorNeutralBackground4, stroke: tokens.colorNeutralStroke1, strokeWidth: 0.8 },
  roof: { fill: tokens.colorNeutralBackground5 },
  left: { fill: tokens.colorNeutralBackground6 },
  right: { fill: tokens.colorNeutralBackground3 },
  name: { fill: tokens.colorNeutralForeground1, fontSize: '17px', textAnchor: 'middle' },
  badge: { fill: tokens.tocsinData1 },
  number: {
    fill: tokens.colorNeutralForegroundInverted,
    fontSize: '14px',
    fontWeight: 600,
    textAnchor: 'middle',
  },
  onAlarm: { fill: tokens.tocsinAlarmOnSolid },
  sounding: { fill: tokens.colorNeutralForeground1 },
  idle: { fill: 'none', stroke: tokens.colorNeutralForeground3, strokeWidth: 1.6 },
  alarm: { fill: tokens.tocsinAlarmSolid },
  fault: { fill: tokens.tocsinFaultSolid, stroke: tokens.tocsinFaultEdge },
  mark: { fill: tokens.tocsinFaultOnSolid },
  known: { fill: tokens.tocsinFaultEdge },
  line: { fill: 'none', stroke: tokens.tocsinFaultEdge, strokeWidth: 1.4 },
  where: { fill: tokens.tocsinFaultText, fontSize: '20px', fontWeight: 600 },
  what: { fill: tokens.colorNeutralForeground2, fontSize: '18px' },
});

/** Isometric transform of the ground: text on a roof runs along the building. */
const onRoof = ({ x, y }: Point) => `matrix(0.866 0.5 -0.866 0.5 ${x.toFixed(1)} ${y.toFixed(1)})`;

/** State of a terminal, or of several: a ring is idle, a full dot sounds, a triangle is a fault. */
export function Dot(props: { state: DotState; at: Point }) {
  const s = useStyles();
  const { x, y } = props.at;
  if (props.state === 'sounding' || props.state === 'idle')
    return <circle cx={x} cy={y} r={props.state === 'idle' ? 3.4 : 4.4} className={s[props.state]} />;
  if (props.state === 'alarm') return <rect x={x - 5} y={y - 5} width={10} height={10} className={s.alarm} />;
  const transform = `translate(${x - 8} ${y - 8})`;
  if (props.state === 'known')
    return <path d={glyphs.warningOutline} fillRule="evenodd" transform={transform} className={s.known} />;
  return (
    <g transform={transform}>
      <path d={faultParts.triangle} className={s.fault} />
      <path d={faultParts.mark} className={s.mark} />
    </g>
  );
}

/** A site as buildings and floors, with a dot for each terminal or several; faults have a text beside it. */
export function Campus(props: { page: WallPage; alarms: ReadonlySet<number> }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { site, blocks } = props.page;
  const { view, ground, streets, blocks: drawn, callouts } = useMemo(() => draw(blocks), [blocks]);
  return (
    <svg
      className={s.root}
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      role="img"
      aria-label={t('wall.picture', { ...site })}
      data-testid="campus"
    >
      <polygon points={points(ground)} className={s.ground} />
      {streets.map((street) => (
        <polygon key={points(street)} points={points(street)} className={s.street} />
      ))}
      {drawn.map((block) => (
        <Building key={block.block.id} drawn={block} alarms={props.alarms} />
      ))}
      {callouts.map((one) => (
        <Words key={one.block.id} callout={one} />
      ))}
    </svg>
  );
}

function Building(props: { drawn: DrawnBlock; alarms: ReadonlySet<number> }) {
  const { block, floors, shadow, roof } = props.drawn;
  const s = useStyles();
  const left = block.broadcasts.length * 26;
  return (
    <g data-block={block.id}>
      <polygon points={points(shadow)} className={s.shadow} />
      {floors.map((one, i) => (
        <g key={one.floor.id}>
          <polygon points={points(one.left)} className={s.left} />
          <polygon points={points(one.right)} className={s.right} />
          <polygon
            points={points(one.top)}
            className={mergeClasses(s.top, i === floors.length - 1 && s.roof)}
          />
          {one.dots.map((at, dot) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
            <Dot key={dot} state={one.floor.dots[dot] ?? 'idle'} at={at} />
          ))}
        </g>
      ))}
      <g transform={onRoof(roof)}>
        {block.broadcasts.map((number, i) => (
          <g key={number} transform={`translate(${-84 + i * 26} 0)`}>
            <rect
              x={0}
              y={-11}
              width={22}
              height={22}
              rx={3}
              className={props.alarms.has(number) ? s.alarm : s.badge}
            />
            <text x={11} y={5} className={mergeClasses(s.number, props.alarms.has(number) && s.onAlarm)}>
              {number}
            </text>
          </g>
        ))}
        <text x={left / 2} y={6} className={s.name}>
          {shortenName(block.name, (168 - left) / 8.6)}
        </text>
      </g>
    </g>
  );
}

function Words({ callout: { block, floor, offline, silent, at, line } }: { callout: Callout }) {
  const s = useStyles();
  const { t } = useTranslation();
  const what = [
    offline > 0 && t('home.offline', { offline }),
    silent > 0 && t('home.silent', { silent }),
  ].filter((words) => words !== false);
  return (
    <g>
      <polyline points={points(line)} className={s.line} />
      <text x={at.x} y={at.y + 18} className={s.where}>
        {shortenName(`${block.name} ${floor?.name ?? ''}`.trim(), 17)}
      </text>
      <text x={at.x} y={at.y + 42} className={s.what}>
        {what.join(t('kit.listComma'))}
      </text>
    </g>
  );
}
