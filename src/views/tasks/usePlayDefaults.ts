import { useQuery } from '@tanstack/react-query';
import {
  firstPlayConfig,
  type PlayConfig,
  type PlayDefaults,
  playDefaultsOf,
} from '../../../contract/entities/playConfig.ts';
import { useApp } from '../app/AppContext.tsx';

/** How the site usually plays (spec 3: play config), for the form of a new task; undefined until it is known. */
export function usePlayDefaults(isWanted: boolean): PlayDefaults | undefined {
  const { api } = useApp();
  const { data, error } = useQuery({
    queryKey: ['play_config'],
    queryFn: () => api.get<PlayConfig>('/v1/play_config', undefined, { quiet: true }),
    enabled: isWanted,
    // A form that is open does not change below the hands.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  if (data !== undefined) return playDefaultsOf(data);
  return error === null ? undefined : playDefaultsOf(firstPlayConfig);
}
