import { Button } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodesOverview, SystemNode } from '../../../../contract/entities/site/nodes/systemNode.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { FactList } from '../../kit/layout/FactList.tsx';
import { Marked, Named, NONE, Version } from '../machine/machineCells.tsx';
import { useTableStyles } from '../machine/useTableStyles.ts';
import { CLOCK_MS } from './clockLimit.ts';

/** Age of the last comparison of files from which it is marked, ms. */
const FILES_OLD_MS = 10_000;

/** Lists the servers on one database: the leader first, then those that follow and those that are lost. */
export function NodeTable(props: { overview: NodesOverview; onForget: () => Promise<unknown> }) {
  const s = useTableStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const stale = useStaleReason();
  const [asks, setAsks] = useState(false);
  const { nodes, is_connected } = props.overview;
  const lost = nodes.filter(({ role }) => role === 'lost');
  return (
    <>
      <table className={s.table} aria-label={t('nodes.list')}>
        <thead>
          <tr>
            <th scope="col" className={s.wide}>
              {t('standby.machine')}
            </th>
            <th scope="col">{t('standby.role')}</th>
            <th scope="col">{t('nodes.passed')}</th>
            <th scope="col">{t('standby.files')}</th>
            <th scope="col">{t('standby.clock')}</th>
            <th scope="col">{t('standby.since')}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={`${node.role} ${node.name} ${node.urls.join()}`}>
              <th scope="row">
                <Named name={node.name} detail={node.urls.join(' ')} />
              </th>
              <td>
                <Named
                  name={<Marked text={t(`nodes.roles.${node.role}`)} isMarked={node.role === 'lost'} />}
                  detail={<Version version={node.version} server={nodes[0]?.version} />}
                />
              </td>
              <td>{node.passed === null ? NONE : t('nodes.passedOf', { n: node.passed })}</td>
              <td>
                <Files node={node} />
              </td>
              <td>
                <Marked
                  text={node.clock_ms === null ? NONE : t('standby.clockOf', { ms: node.clock_ms })}
                  isMarked={Math.abs(node.clock_ms ?? 0) >= CLOCK_MS}
                />
              </td>
              <td>{node.since === null ? NONE : formatTimestamp(node.since, NONE, clock.timeZone())}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <FactList
        facts={[
          [t('nodes.rule'), t('nodes.ruleText')],
          [t('nodes.nats'), t(is_connected ? 'nodes.natsOn' : 'nodes.natsOff')],
        ]}
      />
      {lost.length > 0 && (
        <div>
          <Button
            icon={<DeleteRegular />}
            disabledFocusable={stale !== undefined}
            title={stale}
            onClick={() => setAsks(true)}
          >
            {t('nodes.forget')}
          </Button>
        </div>
      )}
      {asks && (
        <ConfirmDelete
          title={t('nodes.forgetTitle')}
          consequence={t('nodes.forgetWhy')}
          items={lost.map(({ name, urls }) => ({ key: urls.join(), name, detail: urls[0] ?? '' }))}
          confirmLabel={t('nodes.forget')}
          onConfirm={props.onForget}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** Shows how many files a node lacks, and when they were compared. */
function Files({ node }: { node: SystemNode }) {
  const { t } = useTranslation();
  const { files_missing, files_age_ms } = node;
  if (files_age_ms === null) return files_missing ?? NONE;
  const text = t('nodes.compared', { seconds: Math.round(files_age_ms / 1000) });
  const isMarked = files_age_ms >= FILES_OLD_MS;
  return <Named name={files_missing ?? NONE} detail={<Marked text={text} isMarked={isMarked} />} />;
}
