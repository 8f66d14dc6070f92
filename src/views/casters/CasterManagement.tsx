import { Button } from '@fluentui/react-components';
import { AddRegular, KeyRegular, PauseRegular, PlayRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { casterEntity } from '../../../contract/entities/caster.ts';
import type { KindRow } from '../../streams/kind.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import type { BatchAction } from '../kit/toolbar/SelectionBar.tsx';
import { KindScreen } from '../terminals/kinds/KindScreen.tsx';
import { CreateCaster, SetCasterPassword } from './CasterDialogs.tsx';
import { CasterFields } from './CasterFields.tsx';
import { CasterNow } from './CasterNow.tsx';
import { CasterTabs } from './CasterTabs.tsx';
import { accountText, type CasterRow, casterColumns, reachText } from './casterColumns.ts';
import { OwnerName } from './OwnerName.tsx';
import { VirtualCasters } from './VirtualCasters.tsx';

const related = ['user_id', 'orgs'] as const;

/** menu_caster_management: the accounts of call stations, and virtual casters in a tab. */
export function Component() {
  const [params] = useSearchParams();
  return params.get('view') === 'virtual' ? <VirtualCasters /> : <Casters />;
}

function Casters() {
  const { t } = useTranslation();
  const { crud } = useApp();
  const may = usePermission();
  const [dialog, setDialog] = useState<'create' | CasterRow | null>(null);
  const noRight = may('edit_caster') ? undefined : t('kit.noRight');

  const actions = (chosen: readonly KindRow<'caster'>[]): BatchAction[] => {
    const rows = chosen as unknown as CasterRow[];
    const [first] = rows;
    const disable = rows.some((row) => !row.disabled);
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
        label: t(disable ? 'accounts.action.disable' : 'accounts.action.enable'),
        icon: disable ? <PauseRegular /> : <PlayRegular />,
        disabled: noRight,
        onPress: () => Promise.all(rows.map(({ id }) => crud(casterEntity).patch(id, { disabled: disable }))),
      },
    ];
  };
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
        tools={
          may('create_caster') ? (
            <Button
              appearance="primary"
              size="small"
              icon={<AddRegular />}
              onClick={() => setDialog('create')}
            >
              {t('caster.create')}
            </Button>
          ) : undefined
        }
      />
      {dialog === 'create' && <CreateCaster onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'create' && (
        <SetCasterPassword row={dialog} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
