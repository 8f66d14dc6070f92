import { CheckmarkCircleRegular, KeyRegular, PersonProhibitedRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { KindRow } from '../../../streams/kind.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import type { RunBatch } from '../devices/useTerminalActions.tsx';
import { KindScreen } from '../kinds/KindScreen.tsx';
import { CreateCaster, SetCasterPassword } from './CasterDialogs.tsx';
import { CasterFields } from './CasterFields.tsx';
import { CasterNow } from './CasterNow.tsx';
import { CasterTabs } from './CasterTabs.tsx';
import { casterCalls } from './casterCalls.ts';
import { accountText, type CasterRow, casterColumns, reachText } from './casterColumns.ts';
import { OwnerName } from './OwnerName.tsx';
import { VirtualCasters } from './VirtualCasters.tsx';

const related = ['user_id', 'orgs'] as const;

/** menu_caster_management: accounts of call stations, with virtual casters in a tab. */
export function Component() {
  const [params] = useSearchParams();
  return params.get('tab') === 'virtual' ? <VirtualCasters /> : <Casters />;
}

function Casters() {
  const { t } = useTranslation();
  const { crud } = useApp();
  const may = usePermission();
  const [dialog, setDialog] = useState<'create' | CasterRow | null>(null);
  const noRight = may('edit_caster') ? undefined : t('kit.noRight');

  const calls = useMemo(() => casterCalls(crud), [crud]);
  const actions = (chosen: readonly KindRow<'caster'>[], run: RunBatch): BatchAction[] => {
    const rows = chosen as unknown as CasterRow[];
    const [first] = rows;
    const action = rows.some((row) => !row.disabled) ? 'disable' : 'enable';
    return [
      {
        key: 'password',
        label: t('accounts.password'),
        icon: <KeyRegular />,
        disabled: noRight ?? (rows.length === 1 ? undefined : t('kit.onlyOne')),
        opens: true,
        onPress: async () => setDialog(first ?? null),
      },
      {
        key: 'able',
        label: t(`accounts.action.${action}`),
        icon: action === 'disable' ? <PersonProhibitedRegular /> : <CheckmarkCircleRegular />,
        disabled: noRight,
        onPress: () => run(t(`accounts.action.${action}`), action, rows),
      },
    ];
  };
  const create = may('create_caster') ? (
    <CreateButton label={t('caster.create')} onPress={() => setDialog('create')} />
  ) : undefined;
  return (
    <>
      <KindScreen
        kind="caster"
        columns={casterColumns}
        Now={CasterNow}
        related={related}
        head={<CasterTabs shown="casters" />}
        facts={(one, context) => {
          const row = one as unknown as CasterRow;
          const account = accountText(row, t);
          return [
            [t('caster.account'), account.main || account.detail],
            [t('caster.owner'), <OwnerName key="owner" id={row.user_id} />],
            [t('caster.reach'), reachText(row, context)],
            [t('common.priority'), row.priority],
          ];
        }}
        fields={(form) => <CasterFields form={form} />}
        actions={actions}
        calls={calls}
        tools={create}
        first={create && { hint: t('caster.noneWhy'), action: create }}
      />
      {dialog === 'create' && <CreateCaster onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'create' && (
        <SetCasterPassword row={dialog} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
