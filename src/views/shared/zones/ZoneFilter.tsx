import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { ZonePicker } from './ZonePicker.tsx';
import { zonePath } from './zoneTree.ts';

const useStyles = makeStyles({
  surface: { width: '320px', padding: '8px', display: 'flex', flexDirection: 'column', rowGap: '8px' },
});

/** Filter by a zone chosen from the tree, since a site may have thousands. `value` undefined means all. */
export function ZoneFilter(props: {
  label: string;
  zones: readonly PartitionLive[];
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { label, zones, value } = props;
  const choose = (id: number | undefined) => {
    setOpen(false);
    props.onChange(id);
  };
  return (
    <Popover open={isOpen} onOpenChange={(_, data) => setOpen(data.open)} trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <Button size="small" icon={<ChevronDownRegular />} iconPosition="after">
          {t('kit.filterLabel', {
            label,
            value: zonePath(zones, value ?? null).at(-1) ?? t('kit.allValues'),
          })}
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={s.surface} aria-label={label}>
        {value !== undefined && (
          <Button size="small" onClick={() => choose(undefined)}>
            {t('kit.allValues')}
          </Button>
        )}
        <ZonePicker zones={zones} value={value} onChange={choose} />
      </PopoverSurface>
    </Popover>
  );
}
