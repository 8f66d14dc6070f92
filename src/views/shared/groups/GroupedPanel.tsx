import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { SidePanel } from '../../kit/layout/SidePanel.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { useDevicePanelStyles } from '../terminals/devicePanelStyles.ts';

/** Side panel of a grouped list: one row with its actions. `row` undefined: it was deleted. */
export function GroupedPanel(props: {
  title: string | undefined;
  caption?: string;
  gone: { title: string; hint: string };
  actions: readonly BatchAction[];
  onClose: () => void;
  children: ReactNode;
}) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const { title } = props;
  return (
    <SidePanel
      label={title ?? t('common.details')}
      title={title}
      caption={props.caption}
      testId="grouped-panel"
      onClose={props.onClose}
    >
      {title === undefined ? (
        <EmptyState {...props.gone} />
      ) : (
        <>
          <div className={s.body}>{props.children}</div>
          <div className={s.actions}>
            {props.actions.map((action) => (
              <ActionButton key={action.key} action={action} />
            ))}
          </div>
        </>
      )}
    </SidePanel>
  );
}
