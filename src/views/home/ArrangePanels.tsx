import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { AddRegular, GridRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { moveItem } from '../kit/order/moveItem.ts';
import { OrderList } from '../kit/order/OrderList.tsx';
import { type Arrangement, type PanelKey, panelKeys } from './arrangement.ts';

const useStyles = makeStyles({
  surface: { width: '280px', padding: '8px' },
  more: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
});

/** Texts of the panels. */
const titles = {
  zones: 'panel.equipment_status',
  day: 'home.day',
  next: 'home.nextRuns',
  link: 'home.link',
  recent: 'home.recent',
  upgrade: 'home.upgrade',
} as const satisfies Record<PanelKey, string>;

/** Button that opens the arrangement of the home page: order of its panels, and which are shown. */
export function ArrangePanels(props: {
  shown: Arrangement;
  /** Panels that the account has a right to see. */
  possible: readonly PanelKey[];
  onChange: (next: Arrangement) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { shown, possible, onChange } = props;
  const visible = shown.filter((key) => possible.includes(key));
  const hidden = panelKeys.filter((key) => possible.includes(key) && !shown.includes(key));
  return (
    <Popover trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          icon={<GridRegular />}
          title={t('home.arrange')}
          aria-label={t('home.arrange')}
        />
      </PopoverTrigger>
      <PopoverSurface className={s.surface} aria-label={t('home.arrange')}>
        <OrderList
          label={t('home.arrange')}
          items={visible.map((key) => ({ key, name: t(titles[key]) }))}
          onMove={(from, to) => onChange(moveItem(visible, from, to))}
          onRemove={(index) => onChange(visible.filter((_, i) => i !== index))}
        />
        <div className={s.more}>
          {hidden.map((key) => (
            <Button
              key={key}
              appearance="subtle"
              size="small"
              icon={<AddRegular />}
              onClick={() => onChange([...visible, key])}
            >
              {t('home.showPanel', { name: t(titles[key]) })}
            </Button>
          ))}
        </div>
      </PopoverSurface>
    </Popover>
  );
}
