import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { createLevelMeter } from '../../kit/status/levelMeter.ts';
import { useLevelClasses } from '../../kit/status/levelStyles.ts';
import { levelOf } from '../../shared/terminals/deviceColumns.ts';

/** Level meter of one terminal, painted directly from the feed. */
export function LiveLevel(props: { id: number }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const classes = useLevelClasses();
  const host = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Griffel gives the same classes as long as the theme stands
  useEffect(() => {
    const meter = createLevelMeter(classes);
    const paint = () => {
      const row = streams.device.get(props.id);
      const view = row && levelOf(row);
      if (view) meter.paint(view);
      host.current?.replaceChildren(view ? meter.element : '—');
    };
    const subscription = streams.device.changes$.subscribe(paint);
    return () => subscription.unsubscribe();
  }, [streams, props.id]);
  return (
    <span
      ref={host}
      role="img"
      aria-label={t('devices.level')}
      style={{ display: 'inline-flex', width: '100%', height: 20 }}
    />
  );
}
