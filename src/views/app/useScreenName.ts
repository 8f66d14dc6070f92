import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router-dom';

/** Returns the name of the current screen in the user's language, from its route. */
export function useScreenName(): string {
  const { t } = useTranslation();
  const handles = useMatches().map((match) => match.handle as { label?: string } | undefined);
  const label = handles.findLast((handle) => handle?.label !== undefined)?.label;
  return label === undefined ? '' : t(label);
}
