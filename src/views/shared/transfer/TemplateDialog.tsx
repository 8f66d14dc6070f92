import { Button, Checkbox, Field, Input, makeStyles } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { tokens, vh } from '../../theme/tokens.ts';
import { type TemplateRow, templateColumns } from './templateColumns.ts';
import { type TemplateOptions, useTemplate } from './useTemplate.ts';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: '2fr 1fr 140px',
    gap: '12px',
    alignItems: 'start',
    '& .fui-Input': { minWidth: 0 },
  },
  hint: { margin: '8px 0', color: tokens.colorNeutralForeground2 },
  counts: { display: 'flex', gap: '16px', margin: '8px 0' },
  grid: { height: `min(320px, ${vh(38)})` },
});

/**
 * Dialog that sets names and quick numbers of many terminals by patterns, with a preview and a result for
 * each.
 */
export function TemplateDialog(props: { kind: TerminalKind; ids: readonly number[]; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const handle = useGridHandle<TemplateRow>();
  const [pattern, setPattern] = useState<TemplateOptions>({
    name: '',
    call_number: '',
    start: '1',
    per_zone: false,
  });
  const { rows, failure, isDone, apply } = useTemplate(props.kind, props.ids, pattern);
  const columns = useMemo(() => templateColumns(t), [t]);
  const source = useMemo(() => ({ page: rows }), [rows]);
  const change = (fields: Partial<TemplateOptions>) => setPattern((held) => ({ ...held, ...fields }));
  const good = rows.filter((row) => row.ok).length;
  const places = ['{n}', '{n:3}', '{zone}', '{zone_code}', '{code}', '{name}'].join(t('kit.listComma'));
  return (
    <DialogFrame
      title={t('transfer.patternTitle', { items: props.ids.length })}
      width={880}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t(isDone ? 'common.close' : 'common.cancel')}</Button>
          {!isDone && (
            <BusyButton
              appearance="primary"
              reason={good === 0 ? t('transfer.patternFirst') : undefined}
              onPress={apply}
            >
              {t('transfer.patternApply', { items: good })}
            </BusyButton>
          )}
        </>
      }
    >
      <div className={s.fields}>
        <Field label={t('transfer.patternName')}>
          <Input
            value={pattern.name}
            placeholder="{zone}-{n:3}"
            disabled={isDone}
            maxLength={100}
            onChange={(_, { value }) => change({ name: value })}
          />
        </Field>
        <Field label={t('transfer.patternNumber')}>
          <Input
            value={pattern.call_number}
            placeholder="{n:4}"
            disabled={isDone}
            maxLength={100}
            onChange={(_, { value }) => change({ call_number: value })}
          />
        </Field>
        <Field label={t('transfer.patternStart')}>
          <Input
            value={pattern.start}
            inputMode="numeric"
            disabled={isDone}
            maxLength={6}
            onChange={(_, { value }) => change({ start: value.replace(/\D/g, '') })}
          />
        </Field>
      </div>
      <Checkbox
        label={t('transfer.patternPerZone')}
        checked={pattern.per_zone}
        disabled={isDone}
        onChange={(_, { checked }) => change({ per_zone: checked === true })}
      />
      <p className={s.hint}>{t('transfer.patternHint', { places })}</p>
      <div className={s.counts} role="status">
        {failure !== undefined && <StatusText tone="faultOutline" glyph="warningOutline" text={failure} />}
        {rows.length > good && (
          <StatusText
            tone="faultOutline"
            glyph="warningOutline"
            text={t('transfer.patternBad', { items: rows.length - good })}
          />
        )}
        {isDone && <span>{t('kit.batchDone', { done: good })}</span>}
      </div>
      <div className={s.grid}>
        <DataGrid<TemplateRow>
          name="template"
          label={t('transfer.patternPreview')}
          columns={columns}
          source={source}
          handle={handle}
          empty={<EmptyState title={t('transfer.patternFirst')} hint={t('transfer.patternFirstWhy')} />}
        />
      </div>
    </DialogFrame>
  );
}
