import { useEffect, useLayoutEffect, useRef } from 'react';
import { createLevelMeter, type LevelMeterNode, type LevelView, levelText } from './levelMeter.ts';
import { useLevelClasses } from './levelStyles.ts';

/** A level meter outside a grid; dBFS. */
export function LevelMeter(props: LevelView) {
  const classes = useLevelClasses();
  const host = useRef<HTMLSpanElement>(null);
  const meter = useRef<LevelMeterNode>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Griffel gives the same classes as long as the theme stands
  useLayoutEffect(() => {
    meter.current = createLevelMeter(classes);
    host.current?.replaceChildren(meter.current.element);
  }, []);
  useEffect(() => meter.current?.paint(props));
  return (
    <span
      ref={host}
      role="img"
      aria-label={`${levelText(props.level)} dBFS`}
      style={{ display: 'inline-flex', width: '100%' }}
    />
  );
}
