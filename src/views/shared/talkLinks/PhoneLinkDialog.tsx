import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { QrCodeRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  type MadeTalkLink,
  newTalkLink,
  talkLinkMinutes,
} from '../../../../contract/entities/tasks/talkLink.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { NumberField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { formResolver } from '../../kit/form/formResolver.ts';
import { listOf, useServerForm } from '../../kit/form/useServerForm.ts';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { narrowScreen, tokens, vh } from '../../theme/tokens.ts';
import { TaskVolumeField } from '../startTask/TaskFields.tsx';
import { ListError } from '../targets/ListError.tsx';
import { usePanelStyles } from '../targets/panelStyles.ts';
import type { Targets } from '../targets/TargetPicker.tsx';
import { tickedZones, toggleZone } from '../targets/zoneChoice.ts';
import { useZones } from '../zones/useZones.ts';
import { MadeLink } from './MadeLink.tsx';
import { OpenLinks } from './OpenLinks.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr)',
    columnGap: '24px',
    height: `min(${vh(64)}, 560px)`,
    minHeight: '360px',
    [narrowScreen]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '16px', height: 'auto' },
  },
  fields: { overflowY: 'auto', minHeight: 0 },
  first: { '& > :first-child': { marginBottom: '12px' } },
  hint: { margin: '12px 0', color: tokens.colorNeutralForeground3 },
  zones: { height: '280px', minHeight: 0, flexGrow: 1 },
});

/** Offered minutes. */
const minutes = [5, talkLinkMinutes.usual, 30, talkLinkMinutes.max];
type Input = z.input<typeof newTalkLink>;
type Output = z.output<typeof newTalkLink>;

/** Dialog that makes phone links: one phone speaks once in fixed zones; with the open links and their withdrawal. */
export function PhoneLinkDialog(props: { onClose: () => void; targets?: Partial<Targets> }) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const zones = useZones() ?? [];
  const [made, setMade] = useState<MadeTalkLink | null>(null);
  const { form, refused, submit } = useServerForm<Input, Output>(
    {
      resolver: formResolver(newTalkLink),
      defaultValues: {
        title: '',
        orgs: [...(props.targets?.orgs ?? [])],
        minutes: talkLinkMinutes.usual,
        priority: 50,
        volume: null,
      },
    },
    async (values) => setMade(await api.post<MadeTalkLink>('/v1/talk_link', values, { quiet: true })),
    listOf,
  );
  const { control, formState } = form;
  const orgs = useWatch({ control, name: 'orgs' }) as number[];
  const toggle = (id: number) => {
    const next = toggleZone(zones, { orgs, devices: [] }, id, () => []).orgs;
    form.setValue('orgs', [...next], {
      shouldDirty: true,
      shouldValidate: formState.errors.orgs !== undefined,
    });
  };
  return (
    <DialogFrame
      title={t('phoneLink.title')}
      onClose={props.onClose}
      width={1100}
      stays
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.close')}</Button>
          <BusyButton
            appearance="primary"
            icon={<QrCodeRegular />}
            reason={may('caster_broadcast') ? undefined : t('kit.noRight')}
            operation="talk_link.make"
            onPress={submit}
          >
            {t(made === null ? 'phoneLink.make' : 'phoneLink.makeAnother')}
          </BusyButton>
        </>
      }
    >
      <div className={s.columns}>
        <div className={mergeClasses(s.fields, s.first)}>
          <div className={p.heading}>
            <h3>{t('phoneLink.new')}</h3>
          </div>
          <TextField control={control} name="title" label={t('phoneLink.name')} required maxLength={50} />
          <SelectField
            control={control}
            name="minutes"
            label={t('phoneLink.minutes')}
            options={minutes.map((n) => ({ value: n, label: t('phoneLink.nMinutes', { n }) }))}
          />
          <NumberField control={control} name="priority" label={t('task.priorityWins')} min={0} max={100} />
          <TaskVolumeField control={control} name="volume" label={t('common.volume')} />
          <p className={s.hint}>{t('phoneLink.why')}</p>
        </div>
        <div className={p.column}>
          <div className={p.heading}>
            <h3>{t('task.where')}</h3>
          </div>
          <div className={s.zones}>
            <ZoneTree
              zones={zones}
              selected={undefined}
              onSelect={() => undefined}
              checked={tickedZones(zones, orgs)}
              onCheck={toggle}
              empty={<div className={p.hint}>{t('task.noZones')}</div>}
            />
          </div>
          <ListError message={formState.errors.orgs?.message} />
        </div>
        <div className={p.column}>
          <div className={p.heading}>
            <h3>{t(made === null ? 'phoneLink.open' : 'phoneLink.code')}</h3>
          </div>
          <div className={s.fields}>
            {made !== null && <MadeLink made={made} />}
            <OpenLinks />
          </div>
        </div>
      </div>
      {refused !== null && <FormError title={t('phoneLink.notMade')} text={refused} />}
    </DialogFrame>
  );
}
