import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import { groupFaults } from '../../../streams/faultLines.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { Announced } from '../../kit/messages/Announced.tsx';
import { useFaultWords } from './useFaultLines.ts';

/** Most causes named in an announcement; more would delay what is announced after it. */
const NAMED_CAUSES = 3;

/** Announces faults that begin to screen readers, those of some seconds together, with their number and causes. */
export function FaultAnnouncer() {
  return usePermission()(['list_fault', 'menu_home_page']) ? <Allowed /> : null;
}

function Allowed() {
  const { t } = useTranslation();
  const { newFaults$ } = useApp().streams;
  const words = useFaultWords();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  useEffect(() => {
    const subscription = newFaults$.subscribe(setFaults);
    return () => subscription.unsubscribe();
  }, [newFaults$]);
  const causes = groupFaults([], faults).slice(0, NAMED_CAUSES).map(words.line);
  return (
    <Announced urgency="polite">
      {faults.length > 0 && (
        // Another element each time: the same words twice would be read once.
        <span key={faults.map(({ id }) => id).join()}>
          {t('faults.announced', { n: faults.length, causes: causes.join(t('faults.comma')) })}
        </span>
      )}
    </Announced>
  );
}
