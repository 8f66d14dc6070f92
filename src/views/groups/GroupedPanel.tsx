import { Button } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../kit/BusyButton.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import type { BatchAction } from '../kit/toolbar/SelectionBar.tsx';
import { useDevicePanelStyles } from '../terminals/devicePanelStyles.ts';

/** The panel beside a grouped list: one row with what can be done with it. `row` undefined: it is gone. */
export function GroupedPanel(props: {
  title: string | undefined;
  caption?: string;
  gone: { title: string; why: string };
  actions: readonly BatchAction[];
  onClose: () => void;
  children: ReactNode;
}) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const { title } = props;
  return (
    <aside className={s.root} aria-label={title ?? t('common.details')} data-testid="grouped-panel">
      <div className={s.head}>
        <div className={s.names}>
          <h2 className={s.title}>{title}</h2>
          {props.caption !== undefined && <div className={s.caption}>{props.caption}</div>}
        </div>
        <Button
          appearance="subtle"
          size="small"
          icon={<DismissRegular />}
          aria-label={t('common.close')}
          onClick={props.onClose}
        />
      </div>
      {title === undefined ? (
        <EmptyState {...props.gone} />
      ) : (
        <>
          <div className={s.body}>{props.children}</div>
          <div className={s.actions}>
            {props.actions.map((action) => (
              <BusyButton
                key={action.key}
                size="small"
                icon={action.icon}
                reason={action.disabled}
                always={action.always ?? false}
                opens={action.opens ?? false}
                onPress={action.onPress}
              >
                {action.label}
              </BusyButton>
            ))}
          </div>
        </>
      )}
    </aside>
  );
}
