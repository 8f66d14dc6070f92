import { Button, Select } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanArea } from '../../../../contract/entities/site/sitePlan.ts';
import { NameText } from '../../kit/layout/NameText.tsx';
import { useEditorStyles } from './editorStyles.ts';

/** Zones as areas of the plan: one is chosen and drawn, others are removed. */
export function AreaList(props: {
  areas: readonly PlanArea[];
  zones: readonly { id: number; name: string }[];
  /** Corners drawn so far; undefined: none is being drawn. */
  corners: number | undefined;
  onDraw: (zone: number) => void;
  onFinish: () => void;
  onCancel: () => void;
  onRemove: (index: number) => void;
}) {
  const s = useEditorStyles();
  const { t } = useTranslation();
  const { zones, corners } = props;
  const [zone, setZone] = useState<number | undefined>();
  const chosen =
    zone ?? zones.find(({ id }) => !props.areas.some((area) => area.zone === id))?.id ?? zones[0]?.id;
  const nameOf = (id: number) => zones.find((one) => one.id === id)?.name ?? '';
  return (
    <>
      <div className={s.part}>
        <Select
          size="small"
          aria-label={t('zones.zone')}
          value={String(chosen ?? '')}
          disabled={corners !== undefined}
          onChange={(_, data) => setZone(Number(data.value))}
        >
          {zones.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <div className={s.pair}>
          {corners === undefined ? (
            <Button
              size="small"
              disabled={chosen === undefined}
              onClick={() => chosen !== undefined && props.onDraw(chosen)}
            >
              {t('sitePlan.drawArea')}
            </Button>
          ) : (
            <>
              <Button size="small" appearance="primary" disabled={corners < 3} onClick={props.onFinish}>
                {t('sitePlan.finishArea')}
              </Button>
              <Button size="small" onClick={props.onCancel}>
                {t('common.cancel')}
              </Button>
            </>
          )}
        </div>
        <span className={s.hint}>{t('sitePlan.areaHint')}</span>
      </div>
      <ul className={s.areas}>
        {props.areas.map((area, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a zone may have several areas
          <li key={`${area.zone} ${i}`} className={s.area}>
            <span className={s.name}>
              <NameText name={nameOf(area.zone)} />
            </span>
            <Button
              size="small"
              appearance="subtle"
              icon={<DismissRegular />}
              aria-label={t('sitePlan.removeArea', { name: nameOf(area.zone) })}
              onClick={() => props.onRemove(i)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
