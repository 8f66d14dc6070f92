import { Switch } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { type BroadcastLive, taskVolume } from '../../../../contract/entities/tasks/broadcast.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField } from '../../kit/form/fields.tsx';
import { VOLUME_WARNING_ABOVE, VolumeField } from '../../shared/terminals/VolumeField.tsx';

/** Dialog for the volume of a running task: one for all its terminals, or each terminal's own. */
export function TaskVolumeDialog(props: { row: BroadcastLive; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const { row } = props;
  return (
    <FormDialog
      title={t('task.volumeTitle', { name: row.name })}
      schema={taskVolume}
      defaults={{ volume: row.volume }}
      submitLabel={t('devices.setVolume')}
      onSubmit={(values) => api.post(`/v1/task/${row.id}/volume`, values, { quiet: true })}
      saved={() => t('kit.saved', { name: row.name })}
      onClose={props.onClose}
    >
      {({ control }) => (
        <FormField control={control} name="volume" label={t('common.volume')}>
          {(field) => (
            <div>
              <Switch
                checked={field.value !== null}
                label={t('task.sameVolume')}
                onChange={(_, data) => field.onChange(data.checked ? VOLUME_WARNING_ABOVE : null)}
              />
              {field.value !== null && (
                <VolumeField value={field.value} label={t('common.volume')} onChange={field.onChange} />
              )}
            </div>
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
