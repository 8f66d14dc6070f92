import { Button, Field, makeStyles, Radio, RadioGroup, Slider, Switch } from '@fluentui/react-components';
import { MicRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../app/AppContext.tsx';
import { DialogFrame } from '../kit/DialogFrame.tsx';
import { LevelMeter } from '../kit/LevelMeter.tsx';
import { TargetPicker, type Targets } from '../tasks/TargetPicker.tsx';
import { tokens, vh } from '../theme/tokens.ts';
import { setChime, useTalk, wantsChime } from './useTalk.ts';
import { useTalkKey } from './useTalkKey.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(260px, 2fr)',
    columnGap: '24px',
    height: `min(${vh(60)}, 640px)`,
    minHeight: '360px',
  },
  side: { display: 'flex', flexDirection: 'column', gap: '12px', minWidth: 0 },
  rest: { flexGrow: 1 },
  key: { height: '96px', fontSize: tokens.fontSizeBase500, touchAction: 'none' },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const nobody: Targets = { orgs: [], devices: [], groups: [] };

/** Speech to chosen zones, groups and terminals: a real-time task whose source is the microphone (spec 3, source 99). */
export function TalkDialog(props: { onClose: () => void; targets?: Targets }) {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const talk = useTalk();
  const modes = [
    ...(may('caster_broadcast') ? (['page'] as const) : []),
    ...(may('emergency_broadcast') ? (['emergency'] as const) : []),
  ];
  const [mode, setMode] = useState<'page' | 'emergency'>(modes[0] ?? 'page');
  const [aim, setAim] = useState<Targets>(props.targets ?? nobody);
  const [error, setError] = useState<string>();
  const [priority, setPriority] = useState(50);
  const [chime, setWish] = useState(wantsChime);
  const key = useTalkKey({
    isLive: talk.isLive,
    stop: talk.stop,
    start() {
      if (aim.orgs.length + aim.devices.length + aim.groups.length === 0) {
        setError(t('rules.selectDevice'));
        return;
      }
      const targets = { orgs: [...aim.orgs], devices: [...aim.devices], groups: [...aim.groups] };
      talk.start({ mode, targets, priority, chime });
    },
  });
  const { counts, level } = talk.context;
  return (
    <DialogFrame
      title={t('talk.dialogTitle')}
      onClose={props.onClose}
      width={960}
      alert
      actions={<Button onClick={props.onClose}>{t('common.close')}</Button>}
    >
      <div className={s.columns}>
        <TargetPicker
          aim={aim}
          onChange={(next) => {
            setError(undefined);
            setAim((now) => ({ ...now, ...next }));
          }}
          error={error}
        />
        <div className={s.side}>
          {modes.length > 1 && (
            <RadioGroup
              aria-label={t('talk.how')}
              value={mode}
              onChange={(_, data) => setMode(data.value === 'emergency' ? 'emergency' : 'page')}
            >
              {modes.map((one) => (
                <Radio key={one} value={one} label={t(`talk.mode.${one}`)} />
              ))}
            </RadioGroup>
          )}
          {mode === 'page' && (
            <Field label={`${t('task.priorityWins')}: ${priority}`}>
              <Slider min={0} max={100} value={priority} onChange={(_, data) => setPriority(data.value)} />
            </Field>
          )}
          <Switch
            checked={chime}
            label={t('talk.chime')}
            onChange={(_, { checked }) => {
              setChime(checked);
              setWish(checked);
            }}
          />
          <span className={s.rest} />
          {talk.isLive && counts.targets > 0 && (
            <span>{t('talk.heardAt', { sounding: counts.sounding, targets: counts.targets })}</span>
          )}
          <LevelMeter level={level?.level ?? null} peak={level?.peak ?? null} silent={false} key="talk" />
          <Button
            appearance="primary"
            className={s.key}
            icon={<MicRegular fontSize={28} />}
            aria-pressed={talk.isLive}
            data-testid="talk-key"
            {...key}
          >
            {talk.isLive ? t('talk.stop') : t('talk.speak')}
          </Button>
          <span className={s.hint}>{t('talk.keyHint')}</span>
        </div>
      </div>
    </DialogFrame>
  );
}
