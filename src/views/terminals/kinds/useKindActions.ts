import { useTranslation } from 'react-i18next';
import { entityPermission } from '../../../../contract/api/permissions.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import type { OtherKind } from '../../../streams/kind.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import {
  type RunBatch,
  type TerminalActionsProps,
  useTerminalActions,
} from '../devices/useTerminalActions.tsx';

/** Kinds that play announcements. */
const heard = new Set<OtherKind>(['caster', 'dialogue']);

/** Actions on the selected terminals of a kind, each with a result per terminal, and their dialogs. */
export function useKindActions<Row extends TerminalLive>(
  props: TerminalActionsProps<Row> & {
    kind: OtherKind;
    /** Actions of this kind only. */
    more?: ((rows: readonly Row[], run: RunBatch) => BatchAction[]) | undefined;
  },
) {
  const { t } = useTranslation();
  const { kind } = props;
  const { shared, upgrade, administration, details, dialogs, rows } = useTerminalActions<Row>(props, {
    kind,
    operate: entityPermission('edit', kind),
    consequence: t('terminalKind.removeConsequence'),
  });
  const { volume, ...common } = shared;
  const actions = [
    ...(props.more?.(rows(), props.run) ?? []),
    ...(heard.has(kind) ? [volume] : []),
    common.restart,
    ...upgrade,
    common.identify,
    common.zone,
    common.group,
    common.template,
    ...administration,
    common.export,
    common.remove,
    ...details,
  ];
  return { actions, dialogs };
}
