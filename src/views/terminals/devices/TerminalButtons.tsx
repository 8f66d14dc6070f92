import { ArrowClockwiseRegular, EditRegular, Speaker2Regular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { entityPermission } from '../../../../contract/api/permissions.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import { type TerminalCommand, takesCommand } from '../../../../contract/rules/terminalCommands.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { useTestTone } from '../../shared/terminals/useTestTone.ts';

/** Buttons of the panel of one terminal: those of the commands that it takes, and to edit it. */
export function TerminalButtons(props: {
  row: TerminalLive;
  /** Reason why it cannot be operated; undefined: it can. */
  reason: string | undefined;
  run: (label: string, action: 'identify' | 'restart', row: TerminalLive) => Promise<void>;
  onEdit: () => void;
}) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const tone = useTestTone();
  const { row } = props;
  const takes = (command: TerminalCommand) => takesCommand(row, command);
  return (
    <div className={s.actions}>
      {row.kind === 'device' ? (
        <BusyButton
          size="small"
          appearance="primary"
          icon={<Speaker2Regular />}
          reason={tone.reason}
          onPress={() => tone.play(row)}
        >
          {t('devices.testTone')}
        </BusyButton>
      ) : (
        // Broadcasts reach loudspeakers only; a terminal of another kind sounds by itself.
        takes('identify') && (
          <BusyButton
            size="small"
            appearance="primary"
            icon={<Speaker2Regular />}
            reason={props.reason}
            onPress={() => props.run(t('devices.identify'), 'identify', row)}
          >
            {t('devices.identify')}
          </BusyButton>
        )
      )}
      {takes('restart') && (
        <BusyButton
          size="small"
          icon={<ArrowClockwiseRegular />}
          reason={props.reason}
          onPress={() => props.run(t('common.restart'), 'restart', row)}
        >
          {t('common.restart')}
        </BusyButton>
      )}
      <BusyButton
        size="small"
        icon={<EditRegular />}
        opens
        reason={may(entityPermission('edit', row.kind)) ? undefined : t('kit.noRight')}
        onPress={async () => props.onEdit()}
      >
        {t('common.edit')}
      </BusyButton>
    </div>
  );
}
