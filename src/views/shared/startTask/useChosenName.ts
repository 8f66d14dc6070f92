import { useQuery } from '@tanstack/react-query';
import { presetTextEntity } from '../../../../contract/entities/sound/presetText.ts';
import { radioEntity } from '../../../../contract/entities/sound/radio.ts';
import { useApp } from '../../app/AppContext.tsx';

const entities = { preset_text: presetTextEntity, radio: radioEntity };

/** Name of the chosen preset text or station; empty while loading. */
export function useChosenName(kind: keyof typeof entities, id: number | null): string {
  const { crud } = useApp();
  const { data } = useQuery({
    queryKey: [kind, id],
    queryFn: () => crud(entities[kind]).get(id ?? 0, { quiet: true }),
    enabled: id !== null,
  });
  return id === null ? '' : (data?.name ?? '');
}
