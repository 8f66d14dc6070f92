import { mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useSiteClock } from '../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../kit/status/Glyph.tsx';
import { useSecond } from '../kit/time/useTick.ts';
import { faultText } from '../shared/faults/faultColumns.ts';
import { useFaultLines, useFaultWords } from '../shared/faults/useFaultLines.ts';
import { ageText } from '../shared/terminals/ages.ts';
import { useWallStyles } from './wallStyles.ts';

const shownMax = 6;

/** Open faults, a line per cause with its age: lines with an unacknowledged fault first. */
export function WallFaults() {
  const s = useWallStyles();
  const { t } = useTranslation();
  const lines = useFaultLines();
  const words = useFaultWords();
  const clock = useSiteClock();
  useSecond();
  const faults = lines?.flatMap((line) => line.faults) ?? null;
  const fresh = faults?.filter((fault) => fault.state === 'new').length ?? 0;
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
        {lines?.slice(0, shownMax).map((line) => {
          const [only] = line.faults;
          const isNew = line.faults.some(({ state }) => state === 'new');
          const isOne = line.faults.length === 1 && only !== undefined;
          return (
            <li key={line.key} className={s.fault}>
              {isNew ? (
                <FaultGlyph size={24} />
              ) : (
                <Glyph name="warningOutline" size={24} className={s.glyph} />
              )}
              <span className={mergeClasses(s.texts, s.detail, isNew && s.newFault)}>
                {isOne ? faultText(t, only) : words.line(line)}
              </span>
              <span className={s.aside}>
                {isNew || !isOne
                  ? ageText(clock.now() - line.since * 1000, t)
                  : `${only.acknowledged_by_name ?? ''} ${words.time(only.acknowledged_at)}`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
