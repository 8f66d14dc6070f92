import { mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { Fault } from '../../../contract/entities/fault.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../kit/Glyph.tsx';
import { recentTime } from '../kit/recentTime.ts';
import { useObservable } from '../kit/useObservable.ts';
import { useWallStyles } from './wallStyles.ts';

const shownMax = 7;

/** Open faults, those nobody has acknowledged first. */
export function WallFaults() {
  const s = useWallStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const faults = useObservable<Fault[] | null>(streams.openFaults$, null);
  const fresh = faults?.filter((fault) => fault.state === 'new').length ?? 0;
  const time = (at: number | null) => recentTime(at, clock.now(), t('common.none'), clock.timeZone());
  return (
    <section className={s.section}>
      <div className={s.head}>
        <h2 className={s.h2}>{t('shell.openFaults')}</h2>
        {faults !== null && faults.length > 0 && (
          <span className={s.side}>{t('home.newOf', { fresh, faults: faults.length })}</span>
        )}
      </div>
      {faults?.length === 0 && <div className={s.none}>{t('shell.noFaults')}</div>}
      <ul className={s.list} data-testid="wall-faults">
        {faults?.slice(0, shownMax).map((fault) => {
          const isNew = fault.state === 'new';
          return (
            <li key={fault.id} className={s.fault}>
              {isNew ? <FaultGlyph size={16} /> : <Glyph name="warningOutline" className={s.glyph} />}
              <span className={mergeClasses(s.texts, s.detail, isNew && s.newFault)}>
                {t(`fault.${fault.kind}`, { ...fault.params })}
              </span>
              <span className={s.aside}>
                {isNew
                  ? time(fault.opened_at)
                  : `${fault.acknowledged_by_name ?? ''} ${time(fault.acknowledged_at)}`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
