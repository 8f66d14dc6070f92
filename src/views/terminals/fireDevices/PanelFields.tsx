import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type PanelProtocol, panelLink } from '../../../../contract/entities/terminals/panel.ts';
import type { PanelTested } from '../../../../contract/entities/terminals/panelForm.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { fieldErrorText } from '../../kit/form/errors.ts';
import { NumberField, TextField } from '../../kit/form/fields.tsx';
import { tokens } from '../../theme/tokens.ts';
import type { TerminalFormControls } from '../devices/TerminalForm.tsx';
import { EspaCalls, EspaFields } from './EspaFields.tsx';
import { ModbusFields } from './ModbusFields.tsx';

const useStyles = makeStyles({
  pair: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', columnGap: '16px' },
  note: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  // The answer has its line before the test, so that nothing moves.
  test: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '32px' },
});

/** Fields for how a panel of another make is reached, below `panel`, and a test of them. */
export function PanelFields({ form }: { form: TerminalFormControls }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control } = form;
  const protocol = useWatch({ control, name: 'panel.protocol' }) as unknown as PanelProtocol;
  return (
    <>
      <p className={s.note}>{t('panelLink.note')}</p>
      <div className={s.pair}>
        <TextField
          control={control}
          name="panel.panel_host"
          label={t('panelLink.host')}
          hint={protocol === 'espa_444' ? t('panelLink.hostHint') : ''}
          required
          maxLength={253}
        />
        <NumberField control={control} name="panel.port" label={t('panelLink.port')} min={1} max={65_535} />
        {protocol === 'modbus_tcp' ? <ModbusFields control={control} /> : <EspaFields control={control} />}
      </div>
      {protocol === 'espa_444' && <EspaCalls control={control} />}
      <PanelTest form={form} />
    </>
  );
}

function PanelTest({ form }: { form: TerminalFormControls }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const language = useLanguage();
  const [text, setText] = useState('');
  async function test(): Promise<void> {
    setText('');
    const panel = panelLink.safeParse(form.getValues('panel'));
    if (!panel.success) {
      await form.trigger('panel');
      return;
    }
    const body = { panel: panel.data };
    const result = await api.post<PanelTested>('/v1/fire_control_device/panel/test', body, { quiet: true });
    if (!result.works) setText(fieldErrorText(result.error, language) ?? result.error);
    else {
      const numbers = result.active.join(t('kit.listComma')) || t('common.none');
      setText(t('panelLink.works', { numbers }));
    }
  }
  return (
    <div className={s.test}>
      <BusyButton reads onPress={test}>
        {t('panelLink.test')}
      </BusyButton>
      <span role="status">{text}</span>
    </div>
  );
}
