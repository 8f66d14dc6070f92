import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FirstSteps } from '../../../../contract/entities/site/firstSteps.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { usePreference } from '../../kit/preferences/PreferencesContext.tsx';

/** Interval of reading the steps again while they are shown, ms: a step is ticked without a press. */
const readEveryMs = 5_000;
const preference = 'first_steps_hidden';

/**
 * Reads the first steps of the site while the home page shows them; null: nothing to show. When the last one is done
 * they stay until the page is left, so that nothing moves away.
 */
export function useFirstSteps(): { data: FirstSteps | null; hide: () => void } {
  const { api } = useApp();
  const may = usePermission();
  const [stored, store] = usePreference(preference);
  const [isHidden, setHidden] = useState(false);
  const wasOpen = useRef(false);
  const isWanted = may('edit_sys_config') && stored === null && !isHidden;
  const { data } = useQuery({
    queryKey: ['first_steps'],
    queryFn: () => api.get<FirstSteps>('/v1/first_steps', undefined, { quiet: true }),
    enabled: isWanted,
    refetchInterval: (query) => (query.state.data?.steps.every(({ done }) => done) ? false : readEveryMs),
  });
  const isOpen = data?.steps.some(({ done }) => !done) ?? false;
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
  }, [isOpen]);
  return {
    data: isWanted && data !== undefined && (isOpen || wasOpen.current) ? data : null,
    hide: () => {
      setHidden(true);
      store(true);
    },
  };
}
