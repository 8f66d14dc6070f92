import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../app/AppContext.tsx';
import type { Screen } from '../app/screen.ts';
import { NoPermission } from '../kit/layout/pages.tsx';
import { labelKey } from '../screens.ts';

/** Shows a screen, or a page that names the missing right; updated when a right is granted or revoked. */
export function Guarded(props: { screen: Screen; children: ReactNode }) {
  const { t } = useTranslation();
  const may = usePermission();
  if (may(props.screen.codes)) return props.children;
  return <NoPermission screen={t(labelKey(props.screen))} code={props.screen.codes.join(', ')} />;
}
