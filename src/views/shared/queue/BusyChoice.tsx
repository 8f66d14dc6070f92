import { Field, makeStyles, Select } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { type BusyPolicy, busyPolicy, codeValues } from '../../../../contract/codes.ts';
import { MAX_WAIT_S } from '../../../../contract/constants.ts';
import { NumberInput } from '../../kit/form/NumberInput.tsx';

const useStyles = makeStyles({
  two: { display: 'grid', gridTemplateColumns: '5fr 3fr', columnGap: '8px' },
});

/** Choice of what a page does at busy terminals, outside of a form. */
export function BusyChoice(props: {
  policy: BusyPolicy;
  onPolicy: (policy: BusyPolicy) => void;
  waitS: number;
  onWait: (seconds: number) => void;
  isLive: boolean;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const waits = props.policy === busyPolicy.wait;
  return (
    <div className={s.two}>
      <Field label={t('queue.whenBusy')}>
        <Select
          value={props.policy}
          disabled={props.isLive}
          data-testid="busy-policy"
          onChange={(_, { value }) => props.onPolicy(value as BusyPolicy)}
        >
          {codeValues(busyPolicy).map((value) => (
            <option key={value} value={value}>
              {t(`codes.busyPolicy.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      {/* Always there, so that nothing below moves. */}
      <Field label={t('queue.longestWait')}>
        <NumberInput
          value={props.waitS}
          min={1}
          max={MAX_WAIT_S}
          disabled={!waits || props.isLive}
          onChange={(value) => {
            if (value !== null) props.onWait(Math.min(MAX_WAIT_S, Math.max(1, Math.round(value))));
          }}
        />
      </Field>
    </div>
  );
}
