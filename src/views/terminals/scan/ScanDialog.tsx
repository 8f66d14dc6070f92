import { useTranslation } from 'react-i18next';
import type { FoundTerminal } from '../../../../contract/entities/terminals/device.ts';
import { foldedCode } from '../../../../contract/rules/foldedCode.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { AdoptDialog, AdoptManyDialog } from './AdoptDialog.tsx';
import type { Adopted, FoundCalls } from './foundCalls.ts';
import { ReplaceDialog } from './ReplaceDialog.tsx';

/** Question of the scan screen: about one terminal, or about all that were ticked when it was asked. */
export type ScanQuestion =
  | { kind: 'adopt' | 'replace'; row: FoundTerminal }
  | { kind: 'adoptMany' | 'refuse'; rows: readonly FoundTerminal[] };

/** Dialog of a question; its result is passed to the screen. */
export function ScanDialog(props: {
  open: ScanQuestion;
  calls: FoundCalls;
  run: (
    label: string,
    action: string,
    rows: readonly FoundTerminal[],
    more?: Record<string, unknown>,
  ) => Promise<void>;
  onAdopted: (terminal: Adopted) => void;
  onDone: (text: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const zones = useZones();
  const { open, calls, run, onAdopted, onDone, onClose } = props;
  if (zones === undefined) return null;
  switch (open.kind) {
    case 'adopt': {
      const { row } = open;
      const folded = foldedCode(row.code);
      const alike = streams.allTerminals.filter(({ code }) => foldedCode(code) === folded);
      const old = alike.find(({ code }) => code === row.code) ?? alike[0];
      return (
        <AdoptDialog
          row={row}
          name={old?.name ?? (row.name || row.code)}
          old={old}
          zones={zones}
          onSubmit={async (values) => {
            onAdopted(await calls.adopt(row.id, values));
          }}
          onClose={onClose}
        />
      );
    }
    case 'adoptMany':
      return (
        <AdoptManyDialog
          count={open.rows.length}
          zones={zones}
          onSubmit={(values) => run(t('scan.adopt'), 'adopt', open.rows, values)}
          onClose={onClose}
        />
      );
    case 'replace':
      return (
        <ReplaceDialog
          row={open.row}
          onSubmit={async (device) => {
            await calls.replace(open.row.id, device);
            onDone(t('scan.replacedDone', { name: streams.allTerminals.get(device)?.name ?? '' }));
          }}
          onClose={onClose}
        />
      );
    default:
      return (
        <ConfirmDelete
          title={t('scan.refuseTitle', { items: open.rows.length })}
          consequence={t('scan.refuseWhy')}
          items={open.rows.map((row) => ({ key: row.id, name: row.name || row.code, detail: row.client_ip }))}
          confirmLabel={t('scan.refuse')}
          onConfirm={() => run(t('scan.refuse'), 'refuse', open.rows)}
          onClose={onClose}
        />
      );
  }
}
