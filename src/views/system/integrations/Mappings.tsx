import { Button, Input, makeStyles, Select } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { CapMapping } from '../../../../contract/entities/site/integration.ts';
import { capSeverities } from '../../../../contract/fieldCodes.ts';
import { EntityChoice } from '../../kit/form/EntityChoice.tsx';
import { FieldGroup } from '../../kit/form/FieldGroup.tsx';

const useStyles = makeStyles({
  mapping: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) 120px minmax(0, 2fr) minmax(0, 2fr) minmax(0, 2fr) 32px',
    gap: '8px',
    marginBottom: '8px',
    '& > *': { minWidth: 0 },
  },
});

const nothing: CapMapping = { event: '', severity: 'Unknown', area: '', place: '', alarm_plan: 0 };

/** Field for the rules by which alerts start plans: event, severity, area and place. */
export function Mappings(props: { value: readonly CapMapping[]; onChange: (value: CapMapping[]) => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { value, onChange } = props;
  const put = (at: number, over: Partial<CapMapping>) =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...over } : one)));
  return (
    <FieldGroup label={t('integration.mappings')}>
      {value.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place
        <div key={i} className={s.mapping}>
          <Input
            value={one.event}
            placeholder={t('integration.anyEvent')}
            aria-label={t('integration.capEvent')}
            onChange={(_, data) => put(i, { event: data.value })}
          />
          <Select
            value={one.severity}
            aria-label={t('integration.severity')}
            onChange={(_, data) => put(i, { severity: data.value as CapMapping['severity'] })}
          >
            {capSeverities.map((severity) => (
              <option key={severity} value={severity}>
                {t(`integration.severities.${severity}`)}
              </option>
            ))}
          </Select>
          <Input
            value={one.area}
            placeholder={t('integration.anyArea')}
            aria-label={t('integration.area')}
            onChange={(_, data) => put(i, { area: data.value })}
          />
          <Input
            value={one.place ?? ''}
            placeholder={t('integration.anyPlace')}
            aria-label={t('integration.place')}
            title={t('integration.placeHint')}
            onChange={(_, data) => put(i, { place: data.value })}
          />
          <EntityChoice
            path="alarm_plan"
            aria-label={t('alarmRecord.plan')}
            placeholder={t('alarmRecord.plan')}
            value={one.alarm_plan === 0 ? null : one.alarm_plan}
            onChange={(plan) => put(i, { alarm_plan: plan ?? 0 })}
          />
          <Button
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={t('common.delete')}
            title={t('common.delete')}
            onClick={() => onChange(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button size="small" icon={<AddRegular />} onClick={() => onChange([...value, nothing])}>
        {t('integration.addMapping')}
      </Button>
    </FieldGroup>
  );
}
