import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { ZoneControl } from '../../../../contract/entities/site/zoneControl.ts';
import { EntityChoice } from '../../kit/form/EntityChoice.tsx';
import { FieldGroup } from '../../kit/form/FieldGroup.tsx';

const useStyles = makeStyles({
  control: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) 32px',
    gap: '8px',
    marginBottom: '8px',
    '& > *': { minWidth: 0 },
  },
});

const choices = [
  { name: 'zone', path: 'partition', label: 'faults.zone' },
  { name: 'file', path: 'file', label: 'integration.sirenFile' },
  { name: 'scheduled_task', path: 'scheduled_task', label: 'integration.dialTask' },
] as const satisfies readonly { name: keyof ZoneControl; path: string; label: string }[];

/** Field for the zones that commands may use, each with a sound of its siren and a task. */
export function ZoneControls(props: {
  value: readonly ZoneControl[];
  onChange: (value: ZoneControl[]) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { value, onChange } = props;
  return (
    <FieldGroup label={t('integration.zoneControls')}>
      {value.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row that is being filled in has no name but its place
        <div key={i} className={s.control}>
          {choices.map(({ name, path, label }) => (
            <EntityChoice
              key={name}
              path={path}
              aria-label={t(label)}
              placeholder={t(label)}
              value={one[name] === 0 ? null : one[name]}
              onChange={(id) =>
                onChange(
                  value.map((row, at) =>
                    at === i ? { ...row, [name]: name === 'zone' ? (id ?? 0) : id } : row,
                  ),
                )
              }
            />
          ))}
          <Button
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={t('common.delete')}
            title={t('common.delete')}
            onClick={() => onChange(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<AddRegular />}
        onClick={() => onChange([...value, { zone: 0, file: null, scheduled_task: null }])}
      >
        {t('integration.addZoneControl')}
      </Button>
    </FieldGroup>
  );
}
