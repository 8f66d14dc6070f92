import { type SitePlan, sitePlanEntity } from '../../../contract/entities/site/sitePlan.ts';
import { type Row, tableRepository } from '../../platform/db/tableRepository.ts';
import { sitePlan } from './sitePlan.table.ts';

export type SitePlanRow = Row & SitePlan;

export const sitePlans = tableRepository<SitePlanRow>(sitePlan, {
  ...sitePlanEntity,
  defaultSort: 'floor',
  scope: 'org',
});
