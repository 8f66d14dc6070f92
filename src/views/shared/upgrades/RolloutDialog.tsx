import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { UpgradeFeature } from '../../../../contract/codes.ts';
import {
  firstWaves,
  MAX_UPGRADED,
  type Upgrade,
  type UpgradeFile,
  upgradeFileEntity,
} from '../../../../contract/entities/terminals/upgrade.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { MemberPicker } from '../../kit/picker/MemberPicker.tsx';
import { tokens, vh } from '../../theme/tokens.ts';
import { statesOf } from '../groups/GroupDialog.tsx';
import { useCandidates } from '../groups/useCandidates.ts';
import { useZones } from '../zones/useZones.ts';
import { kindOfFeature } from './feature.ts';
import { plannedWaves, type RolloutValues, readWaves, rolloutForm } from './rolloutForm.ts';
import { SetBack } from './SetBack.tsx';
import { Unfit } from './Unfit.tsx';
import { useRollout } from './useRollout.ts';
import { useUnfit } from './useUnfit.ts';

const useStyles = makeStyles({
  picker: { height: `min(${vh(44)}, 800px)`, minHeight: '240px', marginBottom: '12px' },
  head: { marginBottom: '4px', fontWeight: tokens.fontWeightSemibold },
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '16px' },
  quiet: { margin: '0 0 12px', color: tokens.colorNeutralForeground2 },
});

const records = 'menu_upgrade_status';

interface Props {
  /** The package, if it is given. */
  file?: UpgradeFile;
  feature: UpgradeFeature;
  /** The terminals, if they are given. */
  terminals?: readonly number[];
  onClose: () => void;
}

/** Dialog that rolls a package out to terminals in waves; obstacles are shown before it begins. */
export function RolloutDialog(props: Props) {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const messages = useMessages();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(props.terminals));
  const rollout = useRollout((body: object) => api.post<Upgrade>('/v1/upgrade', body, { quiet: true }));
  const begin = async (values: Omit<RolloutValues, 'waves'> & { waves: number[] }) => {
    const batch = await rollout({ ...values, terminals: [...chosen] });
    if (batch === null) return;
    messages.add('done', t('upgrade.begun', { name: batch.upgrade_pack_name, count: chosen.size }));
    if (may(records)) navigate(`/${records}?id=${batch.id}`);
  };
  return (
    <FormDialog
      title={
        props.file === undefined
          ? t('upgrade.upgradeTitle', { count: chosen.size })
          : t('upgrade.rollOutTitle', { name: `${props.file.name} ${props.file.version}` })
      }
      schema={rolloutForm}
      defaults={{ upgrade_file: props.file?.id as number, waves: firstWaves.join(', '), failure_limit: 1 }}
      saved="elsewhere"
      onSubmit={begin}
      onClose={props.onClose}
      submitLabel={t('upgrade.begin')}
      {...(props.terminals === undefined ? { width: 1120 } : {})}
    >
      {(form) => <Fields {...props} form={form} chosen={chosen} setChosen={setChosen} />}
    </FormDialog>
  );
}

type Form = Parameters<
  Parameters<
    typeof FormDialog<RolloutValues, Omit<RolloutValues, 'waves'> & { waves: number[] }>
  >[0]['children']
>[0];

function Fields(
  props: Props & {
    form: Form;
    chosen: ReadonlySet<number>;
    setChosen: (chosen: ReadonlySet<number>) => void;
  },
) {
  const s = useStyles();
  const { t } = useTranslation();
  const { form, chosen, setChosen } = props;
  const { control } = form;
  const values = form.watch();
  const ids = useMemo(() => [...chosen], [chosen]);
  const check = useUnfit(values.upgrade_file === undefined ? undefined : Number(values.upgrade_file), ids);
  const planned = plannedWaves(readWaves(values.waves ?? ''), ids.length);
  const leaveOut = (out: readonly number[]) => {
    const gone = new Set(out);
    setChosen(new Set(ids.filter((id) => !gone.has(id))));
  };
  return (
    <>
      {props.file === undefined && <PackageField feature={props.feature} control={control} />}
      {props.terminals === undefined && (
        <Terminals feature={props.feature} chosen={chosen} setChosen={setChosen} />
      )}
      <Unfit state={check} onLeaveOut={leaveOut}>
        {({ older }) => older !== null && <SetBack older={older} control={control} />}
      </Unfit>
      <div className={s.two}>
        <TextField control={control} name="waves" label={t('upgrade.waves')} hint={t('upgrade.wavesHint')} />
        <NumberField
          control={control}
          name="failure_limit"
          label={t('upgrade.failureLimit')}
          hint={t('upgrade.failureLimitHint')}
          min={1}
          max={MAX_UPGRADED}
        />
      </div>
      {planned.length > 0 && (
        <p className={s.quiet} data-testid="planned-waves">
          {t('upgrade.planned', {
            waves: planned.map((size) => size.toLocaleString('en-US')).join(' → '),
            count: ids.length,
          })}
        </p>
      )}
    </>
  );
}

/** Field for the package: complete ones for the kind of terminal, signed by a trusted key. */
function PackageField(props: { feature: UpgradeFeature; control: Form['control'] }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud } = useApp();
  const { data } = useQuery({
    queryKey: ['rows', 'upgrade_file', 'for', props.feature],
    queryFn: () =>
      crud(upgradeFileEntity).list({ feature_code: props.feature, sort: '-created_at', limit: 200 }),
  });
  const usable = data?.rows.filter((row) => row.build_status === 'built' && row.signer !== null);
  return (
    <>
      <SelectField
        control={props.control}
        name="upgrade_file"
        label={t('upgrade.package')}
        required
        options={(usable ?? []).map((row) => ({ value: row.id, label: `${row.name} ${row.version}` }))}
      />
      {usable?.length === 0 && (
        <p className={s.quiet}>
          {t('upgrade.noneUsable', { feature: t(`codes.upgradeFeature.${props.feature}`) })}
        </p>
      )}
    </>
  );
}

/** Field for the terminals of the package's kind. */
function Terminals(props: {
  feature: UpgradeFeature;
  chosen: ReadonlySet<number>;
  setChosen: (chosen: ReadonlySet<number>) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const kind = kindOfFeature(props.feature);
  const candidates = useCandidates(kind);
  const zones = useZones();
  return (
    <>
      <div className={s.head}>{t('upgrade.terminals')}</div>
      <div className={s.picker}>
        <MemberPicker
          label={t('upgrade.terminals')}
          placeholder={t('devices.search')}
          candidates={candidates}
          chosen={props.chosen}
          onChange={props.setChosen}
          zones={zones ?? []}
          states={statesOf(kind).map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </div>
    </>
  );
}
