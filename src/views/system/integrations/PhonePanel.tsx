import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Integration } from '../../../../contract/entities/site/integration.ts';
import type { PhoneTest } from '../../../../contract/entities/site/phoneCall.ts';
import { parseTelephoneAddress } from '../../../../contract/entities/site/telephoneAddress.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { fieldErrorText } from '../../kit/form/errors.ts';
import { SidePanel } from '../../kit/layout/SidePanel.tsx';
import { tokens } from '../../theme/tokens.ts';
import { PhoneCallList } from './PhoneCallList.tsx';

const useStyles = makeStyles({
  test: { flexShrink: 0, padding: '0 16px 12px' },
  about: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  // Its place is kept, so that the list does not move when a result comes.
  result: { minHeight: '40px', margin: '8px 0 0', overflowWrap: 'anywhere' },
  failed: { color: tokens.colorStatusDangerForeground1 },
});

/** Panel of a telephone system: tests its connection now, and lists its last calls. */
export function PhonePanel(props: { row: Integration; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const language = useLanguage();
  const { row } = props;
  const [tested, setTested] = useState<PhoneTest | null>(null);
  const user = parseTelephoneAddress(row.url)?.user ?? '';
  const run = async () => {
    setTested(null);
    setTested(await api.post<PhoneTest>(`/v1/integration/${row.id}/test`));
  };
  const sentence = ({ result, status, answer_ms, error }: PhoneTest) => {
    const time = `${answer_ms} ms`;
    if (result === 'registered') return t('integration.testRegistered', { time });
    if (result === 'answered') return t('integration.testAnswered', { status, time });
    return t('integration.testFailed', { reason: fieldErrorText(error, language) ?? '' });
  };
  return (
    <SidePanel
      label={t('integration.phone')}
      title={row.name}
      caption={row.url}
      testId="phone-panel"
      onClose={props.onClose}
    >
      <div className={s.test}>
        <p className={s.about}>
          {user === '' ? t('integration.phoneTestAsk') : t('integration.phoneTestRegister', { user })}
        </p>
        <BusyButton onPress={run} reason={may('edit_integration') ? undefined : t('kit.noRight')}>
          {t('integration.phoneTest')}
        </BusyButton>
        <p className={mergeClasses(s.result, tested?.result === 'failed' && s.failed)} role="status">
          {tested !== null && sentence(tested)}
        </p>
      </div>
      <PhoneCallList integration={row.id} />
    </SidePanel>
  );
}
