import { mergeClasses } from '@fluentui/react-components';
import { useBarStyles } from './barStyles.ts';

/** Entry of the legend of a chart. */
export function ChartKey(props: { face: string; text: string }) {
  const s = useBarStyles();
  return (
    <span className={s.key}>
      <span className={mergeClasses(s.swatch, props.face)} />
      {props.text}
    </span>
  );
}
