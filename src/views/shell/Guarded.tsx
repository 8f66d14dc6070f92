import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../app/AppContext.tsx';
import { NoPermission } from '../kit/pages.tsx';
import { labelKey, type Screen } from '../screens.ts';

/** A screen, or the page that says which right is missing; follows at once when a right is given or taken. */
export function Guarded(props: { screen: Screen; children: ReactNode }) {
  const { t } = useTranslation();
  const may = usePermission();
  if (may(props.screen.codes)) return props.children;
  return <NoPermission screen={t(labelKey(props.screen))} code={props.screen.codes.join(', ')} />;
}
