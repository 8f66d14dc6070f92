import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router-dom';

/** The name of the screen that is shown, in the user's language; its route carries it. */
export function useScreenName(): string {
  const { t } = useTranslation();
  const handles = useMatches().map((match) => match.handle as { label?: string } | undefined);
  const label = handles.findLast((handle) => handle?.label !== undefined)?.label;
  return label === undefined ? '' : t(label);
}
