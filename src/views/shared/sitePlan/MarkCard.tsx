import { Button, makeStyles } from '@fluentui/react-components';
import { MicRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { tokens } from '../../theme/tokens.ts';
import { ListenControl } from '../talk/ListenControl.tsx';
import { listenedTo } from '../talk/listenedTo.ts';
import { TalkDialog } from '../talk/TalkDialog.tsx';
import { terminalScreens } from '../terminals/kindScreens.ts';
import { reasonText } from '../terminals/reasonText.ts';
import type { MarkState } from './planState.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', width: '300px' },
  head: { display: 'flex', alignItems: 'flex-start', gap: '12px' },
  name: {
    margin: 0,
    flexGrow: 1,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  note: { color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', alignItems: 'center', gap: '12px' },
});

/** State of a terminal or line on a plan and the reason for it, with listening, speaking and its panel. */
export function MarkCard({ state }: { state: MarkState }) {
  return state.mark.kind === 'line' ? <LineCard state={state} /> : <TerminalCard state={state} />;
}

function TerminalCard({ state }: { state: MarkState }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const may = usePermission();
  const clock = useSiteClock();
  const [isTalking, setTalking] = useState(false);
  const row = streams.allTerminals.get(state.mark.id);
  if (row === undefined) return null;
  const what = listenedTo[row.kind];
  const reason =
    row.kind === 'device'
      ? reasonText(row as unknown as DeviceLive, {
          t,
          timeZone: clock.timeZone(),
          broadcast: (id) => streams.task.get(id),
        })
      : null;
  const zone = row.org === null ? '' : streams.zoneName(row.org);
  return (
    <div className={s.root} data-testid="mark-card">
      <div className={s.head}>
        <h2 className={s.name}>{state.name}</h2>
        <StatusChip status={state.status} />
      </div>
      {reason?.main && <strong>{reason.main}</strong>}
      {reason?.detail && <span>{reason.detail}</span>}
      <span className={s.note}>{[zone, row.code].filter(Boolean).join(' · ')}</span>
      {what !== undefined && (
        <ListenControl terminal={row.id} what={what} isThere={row.online} listeners={row.listeners} />
      )}
      <div className={s.actions}>
        {row.kind === 'device' && may(['caster_broadcast', 'emergency_broadcast']) && (
          <Button size="small" icon={<MicRegular />} onClick={() => setTalking(true)}>
            {t('talk.speak')}
          </Button>
        )}
        <ScreenLink screen={terminalScreens[row.kind]} search={{ id: String(row.id) }} without="nothing">
          {t('common.details')}
        </ScreenLink>
      </div>
      {isTalking && (
        <TalkDialog targets={{ orgs: [], devices: [row.id], groups: [] }} onClose={() => setTalking(false)} />
      )}
    </div>
  );
}

function LineCard({ state }: { state: MarkState }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const row = streams.io.get(state.mark.id);
  return (
    <div className={s.root} data-testid="mark-card">
      <div className={s.head}>
        <h2 className={s.name}>{state.name}</h2>
        <StatusChip status={state.status} />
      </div>
      {row !== undefined && row.used_by.length > 0 && <span>{row.used_by.join(t('kit.listComma'))}</span>}
      <div className={s.actions}>
        <ScreenLink screen="menu_io_manager" search={{ id: String(state.mark.id) }} without="nothing">
          {t('common.details')}
        </ScreenLink>
      </div>
    </div>
  );
}
