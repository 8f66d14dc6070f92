import { CallRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Integration, integrationEntity } from '../../../../contract/entities/site/integration.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { useCopy } from '../../kit/action/useCopy.ts';
import { fieldErrorText } from '../../kit/form/errors.ts';
import { nameColumn, statusColumn, textColumn, timeColumn } from '../../kit/grid/columns.ts';
import { EntityView } from '../../kit/list/EntityView.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { addressOf } from './addressOf.ts';
import { IntegrationDialog } from './IntegrationDialog.tsx';
import { PhonePanel } from './PhonePanel.tsx';

/** Tells if another system calls a connection. */
const isCalled = ({ kind }: Integration) => kind === 'webhook_in' || kind === 'cap';

/** Connections to other systems: outgoing and incoming webhooks, alerts of the Common Alerting Protocol. */
export function Integrations() {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const language = useLanguage();
  const copy = useCopy();
  const columns = useMemo(
    () => [
      statusColumn<Integration>(
        'state',
        t('common.status'),
        (row) => {
          if (!row.enabled) return 'integration_off';
          return row.last_error === '' ? 'integration_works' : 'integration_fails';
        },
        t,
        'integration',
      ),
      nameColumn<Integration>('name', t('common.name'), { flex: 2, minWidth: 140 }),
      textColumn<Integration>('kind', t('integration.kind'), {
        width: 160,
        valueGetter: ({ data }) => (data === undefined ? '' : t(`integration.kinds.${data.kind}`)),
      }),
      textColumn<Integration>('url', t('integration.url'), { flex: 3, minWidth: 160 }),
      timeColumn<Integration>('last_at', t('integration.lastAt'), t('common.none'), clock.timeZone()),
      textColumn<Integration>('last_error', t('integration.lastError'), {
        flex: 2,
        minWidth: 140,
        valueGetter: ({ data }) => fieldErrorText(data?.last_error || undefined, language) ?? '',
      }),
    ],
    [t, clock, language],
  );
  const [shown, setShown] = useState<Integration | null>(null);
  const more = (ticked: readonly Integration[]): BatchAction[] => {
    const [one] = ticked;
    const isPhone = ticked.length === 1 && one?.kind === 'telephone';
    return [
      {
        key: 'phone',
        label: t('integration.phone'),
        icon: <CallRegular />,
        disabled: isPhone ? undefined : t('integration.phoneOnly'),
        onPress: async () => setShown(one ?? null),
      },
    ];
  };
  return (
    <EntityView<Integration>
      entity={integrationEntity}
      columns={columns}
      more={more}
      aside={shown && <PhonePanel key={shown.id} row={shown} onClose={() => setShown(null)} />}
      form={(row, close, made) => <IntegrationDialog row={row} onMade={made} onClose={close} />}
      nextSteps={(row, edit) => [
        isCalled(row)
          ? {
              key: 'address',
              label: t('integration.copyAddress'),
              leads: true,
              onPress: () => copy(addressOf(row)),
            }
          : { key: 'edit', label: t('integration.edit'), onPress: async () => edit() },
      ]}
      create={t('integration.add')}
      empty={{ title: t('integration.noneTitle'), hint: t('integration.noneWhy') }}
    />
  );
}
