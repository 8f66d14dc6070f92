import { mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useTimelineStyles } from './timelineStyles.ts';

/** Priorities that stand for the four greys. */
const shades = [20, 40, 60, 90] as const;

/** What the greys and hatchings of the chart mean. */
export function Legend() {
  const s = useTimelineStyles();
  const { t } = useTranslation();
  const greys = [s.shade0, s.shade1, s.shade2, s.shade3];
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
        <span className={mergeClasses(s.held, s.swatch)} />
        {t('schedule.heldBack')}
      </span>
      <span className={s.key}>
        <span className={mergeClasses(s.never, s.swatch)} />
        {t('schedule.neverHeardKey')}
      </span>
    </span>
  );
}
