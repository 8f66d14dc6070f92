import { makeStyles } from '@fluentui/react-components';
import {
  ArrowUploadRegular,
  DeleteRegular,
  EditRegular,
  LocationRegular,
  MapRegular,
} from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SitePlan, sitePlanEntity } from '../../../../contract/entities/site/sitePlan.ts';
import { upload } from '../../../api/upload.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { TitledPanel } from '../../kit/layout/TitledPanel.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { LivePlan } from '../../shared/sitePlan/LivePlan.tsx';
import { useSitePlans } from '../../shared/sitePlan/useSitePlans.ts';
import { PlanEditor } from './PlanEditor.tsx';
import { PlanFloors } from './PlanFloors.tsx';
import { SitePlanDialog } from './SitePlanDialog.tsx';

const useStyles = makeStyles({
  area: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  plan: { flexGrow: 1, minHeight: 0 },
});

/** Types that the file dialog offers; the server checks the content. */
const drawings = 'image/png,image/jpeg,image/svg+xml,application/pdf,.png,.jpg,.jpeg,.svg,.pdf';
/** Open dialog, with the plan for which it was opened: another plan is shown as soon as somebody deletes that one. */
type Open = { what: 'new' } | { what: 'change' | 'delete' | 'place'; plan: SitePlan };

/** menu_site_plan: plans of floors, live, with what is placed on them. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, crud, streams } = useApp();
  const may = useEntityRights(sitePlanEntity);
  const { criteria, change } = useCriteria();
  const plans = useSitePlans();
  const [open, setOpen] = useState<Open | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Plan for which a picture is chosen. */
  const pictured = useRef<SitePlan>(undefined);
  const plan = plans?.find(({ id }) => String(id) === criteria.filters.id) ?? plans?.[0];
  const choose = (id: number) => {
    setOpen(null);
    change({ filters: { id: String(id) } });
  };
  const add = may.create && (
    <CreateButton label={t('sitePlan.new')} onPress={() => setOpen({ what: 'new' })} />
  );
  const send = (of: SitePlan, file: File) =>
    upload<SitePlan>(api, `/v1/site_plan/${of.id}/picture`, file).result.catch(() => {
      // The session machine has shown the reason.
    });
  const isPlacing = open?.what === 'place' && open.plan.id === plan?.id;
  const reason = may.edit ? undefined : t('kit.noRight');
  return (
    <>
      <Splitter
        name="site_plan"
        left={
          <TitledPanel title={t('menu.menu_site_plan')}>
            <PlanFloors
              plans={plans ?? []}
              zoneName={(id) => streams.zoneName(id)}
              chosen={plan?.id}
              onChoose={choose}
            />
          </TitledPanel>
        }
      >
        <div className={s.area}>
          {plans === undefined && <LoadingRows rows={8} />}
          {plans !== undefined && plan === undefined && (
            <EmptyState
              icon={<MapRegular />}
              title={t('sitePlan.noneTitle')}
              hint={t('sitePlan.noneWhy')}
              actions={add}
            />
          )}
          {plan !== undefined && isPlacing && (
            <PlanEditor key={plan.id} plan={plan} onClose={() => setOpen(null)} />
          )}
          {plan !== undefined && !isPlacing && (
            <>
              <Toolbar end={add}>
                <BusyButton
                  size="small"
                  icon={<LocationRegular />}
                  reason={reason}
                  opens
                  onPress={async () => setOpen({ what: 'place', plan })}
                >
                  {t('sitePlan.edit')}
                </BusyButton>
                <BusyButton
                  size="small"
                  icon={<ArrowUploadRegular />}
                  reason={reason}
                  opens
                  onPress={async () => {
                    pictured.current = plan;
                    input.current?.click();
                  }}
                >
                  {t('sitePlan.upload')}
                </BusyButton>
                <BusyButton
                  size="small"
                  icon={<EditRegular />}
                  reason={reason}
                  opens
                  onPress={async () => setOpen({ what: 'change', plan })}
                >
                  {t('common.edit')}
                </BusyButton>
                <BusyButton
                  size="small"
                  icon={<DeleteRegular />}
                  reason={may.delete ? undefined : t('kit.noRight')}
                  opens
                  onPress={async () => setOpen({ what: 'delete', plan })}
                >
                  {t('common.delete')}
                </BusyButton>
              </Toolbar>
              <div className={s.plan}>
                <LivePlan key={plan.id} plan={plan} />
              </div>
            </>
          )}
        </div>
      </Splitter>
      {plan !== undefined && (
        <input
          ref={input}
          type="file"
          hidden
          accept={drawings}
          aria-label={t('sitePlan.upload')}
          data-testid="plan-picture"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) void send(pictured.current ?? plan, file);
            pictured.current = undefined;
            // Allows choosing the same file again.
            event.target.value = '';
          }}
        />
      )}
      {(open?.what === 'new' || open?.what === 'change') && (
        <SitePlanDialog
          row={open.what === 'new' ? null : open.plan}
          org={plan?.org}
          onSaved={({ id }) => choose(id)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === 'delete' && (
        <ConfirmDelete
          title={t('sitePlan.deleteTitle', { name: open.plan.name })}
          items={[]}
          consequence={t('sitePlan.deleteWhy')}
          confirmLabel={t('common.delete')}
          onConfirm={() => crud(sitePlanEntity).remove(open.plan.id)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
