import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';
import { ticksBetween } from './ticks.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    height: '16px',
    fontSize: tokens.fontSizeBase100,
    lineHeight: '16px',
    color: tokens.colorNeutralForeground3,
  },
  tick: { position: 'absolute', transform: 'translateX(-50%)', whiteSpace: 'nowrap' },
});

/** Times below a chart that spans `from` to `to`, epoch s. Decorative: the chart has a description. */
export function TimeScale(props: { from: number; to: number; timeZone: string; ticks: number }) {
  const s = useStyles();
  const { from, to, timeZone } = props;
  return (
    <div className={s.root} aria-hidden="true">
      {ticksBetween(from, to, props.ticks, timeZone).map(({ share, text }) => (
        <span key={text + share} className={s.tick} style={{ left: `${share * 100}%` }}>
          {text}
        </span>
      ))}
    </div>
  );
}
