import { useTranslation } from 'react-i18next';
import type { PairToken } from '../../../../contract/entities/site/pair.ts';
import { MachineTokenDialog, serverAddress } from '../machine/MachineTokenDialog.tsx';

/** Token, with the commands that it can be used for. */
export type MadeToken = PairToken & { commands: readonly ('standby' | 'witness')[] };

/** Shows a new token, and the command of the second machine that asks for it. */
export function TokenDialog({ made, onClose }: { made: MadeToken; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <MachineTokenDialog
      title={t('standby.tokenTitle')}
      hint={t('standby.tokenWhy')}
      token={made.token}
      until={made.until}
      commands={made.commands.map((command) => ({
        name: t(command === 'standby' ? 'standby.command' : 'standby.commandWitness'),
        text: `npm run ${command} -- --of ${serverAddress()}`,
      }))}
      onClose={onClose}
    />
  );
}
