import { Button, makeStyles } from '@fluentui/react-components';
import { DocumentTextRegular, NetworkCheckRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RemoteView } from '../../../../contract/api/administration.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { FactList } from '../../kit/layout/FactList.tsx';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  hint: { margin: '0 0 4px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  scroll: { maxHeight: '420px', marginTop: '12px', overflow: 'auto' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& td, & th': {
      padding: '4px 12px 4px 0',
      textAlign: 'left',
      verticalAlign: 'top',
      overflowWrap: 'anywhere',
    },
    '& th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
    '& td:first-child': { whiteSpace: 'nowrap' },
  },
});

type Readable = 'log' | 'network';

/**
 * Remote administration of a terminal by this server: its log and its network state. The restart is among the
 * buttons of the panel, like that of other terminals.
 * @param reason why it is not possible; undefined: it is
 */
export function RemoteSection({ row, reason }: { row: TerminalLive; reason: string | undefined }) {
  const s = useStyles();
  const panel = useDevicePanelStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const [shown, setShown] = useState<{ what: Readable; answer: RemoteView } | null>(null);
  const read = async (what: Readable) =>
    setShown({ what, answer: await api.post<RemoteView>(`/v1/${row.kind}/${row.id}/remote`, { what }) });
  return (
    <>
      <h3 className={panel.section}>{t('administration.remote')}</h3>
      <p className={s.hint}>{t('administration.how')}</p>
      <div className={panel.buttons}>
        <BusyButton
          size="small"
          icon={<DocumentTextRegular />}
          reads
          opens
          reason={reason}
          onPress={() => read('log')}
        >
          {t('administration.log')}
        </BusyButton>
        <BusyButton
          size="small"
          icon={<NetworkCheckRegular />}
          reads
          opens
          reason={reason}
          onPress={() => read('network')}
        >
          {t('administration.network')}
        </BusyButton>
      </div>
      {shown !== null && (
        <DialogFrame
          title={t(`administration.${shown.what}Of`, { name: row.name })}
          width={720}
          onClose={() => setShown(null)}
          actions={
            <>
              <BusyButton reads onPress={() => read(shown.what)}>
                {t('administration.read')}
              </BusyButton>
              <Button appearance="primary" onClick={() => setShown(null)}>
                {t('common.close')}
              </Button>
            </>
          }
        >
          {shown.what === 'log' ? (
            <Log lines={shown.answer.log ?? []} />
          ) : (
            <Network of={shown.answer.network} />
          )}
        </DialogFrame>
      )}
    </>
  );
}

/** Log of a terminal, the newest line first. */
function Log({ lines }: { lines: NonNullable<RemoteView['log']> }) {
  const { t } = useTranslation();
  const clock = useSiteClock();
  if (lines.length === 0) return <p>{t('administration.noLog')}</p>;
  // Lines have no number: two may be equal.
  const rows = lines.map(({ at, text }, number) => ({ number, at, text })).reverse();
  return (
    <Table
      names={[t('administration.time'), t('administration.text')]}
      rows={rows.map(({ number, at, text }) => ({
        key: String(number),
        cells: [formatTimestamp(at, t('common.none'), clock.timeZone()), text],
      }))}
    />
  );
}

function Network({ of }: { of: RemoteView['network'] }) {
  const { t } = useTranslation();
  if (of === undefined) return null;
  return (
    <>
      <FactList
        facts={[
          [t('administration.machine'), of.machine],
          [t('administration.server'), of.server],
        ]}
      />
      <Table
        names={[t('administration.interface'), t('administration.address'), t('administration.mac')]}
        rows={of.interfaces.map(({ name, client_ip, mac }) => ({
          key: `${name} ${client_ip} ${mac}`,
          cells: [name, client_ip, mac],
        }))}
      />
    </>
  );
}

function Table(props: {
  names: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
}) {
  const s = useStyles();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={props.names.join(' ')}>
      <table className={s.table}>
        <thead>
          <tr>
            {props.names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, column) => (
                <td key={props.names[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
