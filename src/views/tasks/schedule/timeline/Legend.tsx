import { mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useRowStyles } from './rowStyles.ts';
import { useTimelineStyles } from './timelineStyles.ts';

/** Sample priorities of the four greys. */
const shades = [20, 40, 60, 90] as const;

/** Legend of the greys and hatchings of the chart. */
export function Legend() {
  const s = useTimelineStyles();
  const bar = useRowStyles();
  const { t } = useTranslation();
  const greys = [bar.shade0, bar.shade1, bar.shade2, bar.shade3];
  return (
    <span className={s.legend}>
      <span>{t('schedule.outranks')}</span>
      {shades.map((priority, index) => (
        <span key={priority} className={s.key}>
          <span className={mergeClasses(s.swatch, greys[index])} />
          {priority}
        </span>
      ))}
      <span className={s.key}>
        <span className={mergeClasses(bar.held, s.swatch)} />
        {t('schedule.heldBack')}
      </span>
      <span className={s.key}>
        <span className={mergeClasses(bar.never, s.swatch)} />
        {t('schedule.neverHeardKey')}
      </span>
    </span>
  );
}
