import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import { usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { wrappedName } from '../../kit/layout/NameText.tsx';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { recentTime } from '../../kit/time/recentTime.ts';
import { tokens } from '../../theme/tokens.ts';
import { FaultLink } from './FaultLink.tsx';
import { chatterText } from './faultWords.ts';
import { useAcknowledgeFault } from './useAcknowledge.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '48px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    // A long text breaks its lines, and leaves the mark and the button their width.
    '& > :not(div)': { flexShrink: 0 },
  },
  glyph: { flexShrink: 0, color: tokens.tocsinFaultEdge },
  texts: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  title: { fontWeight: tokens.fontWeightSemibold, ...wrappedName },
  link: { color: tokens.colorNeutralForeground1, textAlign: 'start' },
  gone: { textDecorationLine: 'line-through' },
  known: { fontWeight: tokens.fontWeightRegular },
  detail: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  who: {
    textAlign: 'right',
    flexShrink: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/**
 * One open fault: text, place, start; who acknowledged it, or the button for that. `isGone`: over, and kept
 * while the list is in use.
 */
export function FaultRow(props: { fault: Fault; isGone?: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const acknowledge = useAcknowledgeFault();
  const may = usePermission();
  const clock = useSiteClock();
  const { fault, isGone = false } = props;
  const isNew = fault.state === 'new';
  const time = (at: number | null) => recentTime(at, clock.now(), t('common.none'), clock.timeZone());
  return (
    <li className={s.root}>
      {isNew ? <FaultGlyph size={16} /> : <Glyph name="warningOutline" className={s.glyph} />}
      <div className={s.texts}>
        <FaultLink
          fault={fault}
          className={mergeClasses(s.link, isNew ? s.title : s.known, isGone && s.gone)}
        >
          {t(`fault.${fault.kind}`, { ...fault.params })}
        </FaultLink>
        <span className={s.detail}>
          {fault.params.code ?? ''} {fault.params.task ?? ''} {time(fault.opened_at)}
          {fault.chatter > 0 && ` · ${chatterText(t, fault, time)}`}
        </span>
      </div>
      {isNew && !isGone && fault.id > 0 && may('operate_fault') && (
        <BusyButton size="small" always onPress={() => acknowledge(fault.id)}>
          {t('shell.acknowledge')}
        </BusyButton>
      )}
      {!isNew && (
        <span className={s.who}>
          {fault.acknowledged_by_name}
          <br />
          {time(fault.acknowledged_at)}
        </span>
      )}
    </li>
  );
}
