import { useQuery } from '@tanstack/react-query';
import {
  firstPlayConfig,
  type PlayConfig,
  type PlayDefaults,
  playDefaultsOf,
} from '../../../../contract/entities/sound/playConfig.ts';
import { useApp } from '../../app/AppContext.tsx';

/** Playback defaults of the site, for the form of a new task; undefined while loading. */
export function usePlayDefaults(isWanted: boolean): PlayDefaults | undefined {
  const { api } = useApp();
  const { data, error } = useQuery({
    queryKey: ['play_config'],
    queryFn: () => api.get<PlayConfig>('/v1/play_config', undefined, { quiet: true }),
    enabled: isWanted,
    // An open form must not change while it is edited.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  if (data !== undefined) return playDefaultsOf(data);
  return error === null ? undefined : playDefaultsOf(firstPlayConfig);
}
