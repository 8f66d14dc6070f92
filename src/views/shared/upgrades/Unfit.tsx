import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UpgradeCheck } from '../../../../contract/entities/terminals/upgrade.ts';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { Answer } from '../targets/Answer.tsx';
import type { FormPreview } from '../targets/formPreview.ts';
import type { StillList } from '../targets/useStill.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    minHeight: '20px',
    margin: '0 0 12px',
    color: tokens.colorNeutralForeground2,
  },
  obstacles: {
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.tocsinFaultTint,
    color: tokens.tocsinFaultText,
  },
  line: { display: 'flex', alignItems: 'center', gap: '8px' },
  rest: { flexGrow: 1 },
  list: { margin: '4px 0 0', paddingLeft: '24px', maxHeight: '112px', overflowY: 'auto' },
});

/** Largest number of lines shown. */
const listed = 100;

/**
 * Result of the check of a roll-out: a line for each terminal that cannot be upgraded now, a button that
 * leaves them out, and what `children` shows of it. Only an up-to-date check says that nothing is in the way.
 */
export function Unfit(props: {
  state: FormPreview<UpgradeCheck>;
  onLeaveOut: (ids: readonly number[]) => void;
  children: (check: UpgradeCheck) => ReactNode;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <Answer
      state={props.state}
      testId="upgrade-check"
      className={s.root}
      incomplete={null}
      loading={t('upgrade.checking')}
      refused={(reason) => t('upgrade.checkUnknown', { reason })}
    >
      {(check, age, list) => {
        const isUnfit = check.fault !== null || check.terminals.length > 0;
        return (
          <>
            {isUnfit && <Obstacles check={check} still={list} onLeaveOut={props.onLeaveOut} />}
            {!isUnfit && check.older === null && age === null && (
              <span className={s.line}>
                <Glyph name="checkmark" size={14} />
                {t('upgrade.fit')}
              </span>
            )}
            {age}
            {props.children(check)}
          </>
        );
      }}
    </Answer>
  );
}

function Obstacles(props: {
  check: UpgradeCheck;
  still: StillList;
  onLeaveOut: (ids: readonly number[]) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { fault, terminals } = props.check;
  const { press, onOpen } = props.still;
  const leaveOut = () => {
    onOpen(false);
    props.onLeaveOut(terminals.map((one) => one.id));
  };
  return (
    <div className={s.obstacles} data-testid="unfit">
      <div className={s.line}>
        <FaultGlyph />
        <span>{fault ?? t('upgrade.unfit', { count: terminals.length })}</span>
        <span className={s.rest} />
        {terminals.length > 0 && (
          <Button size="small" {...press} onClick={leaveOut}>
            {t('upgrade.leaveOut')}
          </Button>
        )}
      </div>
      {terminals.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <ul className={s.list} tabIndex={0} aria-label={t('upgrade.unfit', { count: terminals.length })}>
          {terminals.slice(0, listed).map((one) => (
            <li key={one.id}>{one.message}</li>
          ))}
          {terminals.length > listed && <li>{t('kit.andMore', { items: terminals.length - listed })}</li>}
        </ul>
      )}
    </div>
  );
}
