import { z } from 'zod';
import { hostName, serverAddress } from '../../api/administration.ts';
import { codeValues, type TaskWeight, taskWeight } from '../../codes.ts';
import { defaultTaskWeights, retentionDefaults, retentionRange } from '../../constants.ts';
import { ALARM_OFFLINE_S } from '../../protocol/offline.ts';
import { trustedKey } from '../../protocol/upgradePackage.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { firstPlayConfig, playConfig } from '../sound/playConfig.ts';
import { type TerminalKind, terminalKindNames } from '../terminals/terminalKind.ts';
import { siteImages } from './siteImage.ts';

/** A type weight, 0–999; a larger number wins (server/air/engine/rank.ts). */
const weight = z.number().int().min(0).max(999);
/** Title of the pages; empty: the brand's. */
const title = z.string().trim().max(60);
const days = z.number().int().min(retentionRange.min).max(retentionRange.max);

/** Names of the type weights. */
export const weightNames = codeValues(taskWeight);
const weights = Object.fromEntries(
  weightNames.map((name) => [
    name,
    weight.describe('Weight of this type of task, 0-999; the larger number wins before `priority` counts.'),
  ]),
) as Record<TaskWeight, typeof weight>;

/** Setting with the number of licences for terminals of a kind. */
export type LicenceSetting = `licences_${TerminalKind}`;
export const licenceSetting = (kind: TerminalKind): LicenceSetting => `licences_${kind}`;
/** Number of terminals of a kind that may be adopted; 0: any number. */
const licences = z.number().int().min(0).max(100_000);
const perKind = <Value>(value: Value) =>
  Object.fromEntries(terminalKindNames.map((kind) => [licenceSetting(kind), value])) as Record<
    LicenceSetting,
    Value
  >;

/**
 * System configuration; every setting has an effect. To add a setting: a line here, one in `systemConfigDefaults`,
 * and the code that reads it.
 */
export const systemConfig = z.object({
  url_login: z.boolean().describe(fieldText.url_login),
  password_strength: z.boolean().describe(fieldText.password_strength),
  logins_per_account: z
    .number()
    .int()
    .min(0)
    .max(1_000)
    .describe('Maximum number of simultaneous logins of an account; 0: any number.'),
  idle_minutes: z.number().int().min(0).max(1_440).describe(fieldText.idle_minutes),
  https_only: z
    .boolean()
    .describe(
      'Whether plain HTTP is refused: pages lead to HTTPS, requests, consoles and terminals are answered 403 `common.httpsOnly`. Only a request that came by HTTPS can switch it on.',
    ),
  metrics_open: z.boolean().describe('Whether anybody may read the metrics.'),
  docs_open: z.boolean().describe('Whether anybody may read the description of the API.'),
  cloud_control: z.boolean().describe(fieldText.cloud_control),
  title_cn: title.describe('Title of the pages in Chinese; empty: that of the brand.'),
  title_en: title.describe('Title of the pages in English; empty: that of the brand.'),
  title_kr: title.describe('Title of the pages in Korean; empty: that of the brand.'),
  enterprise_code: z.string().trim().max(50).describe(fieldText.enterprise_code),
  ...perKind(licences.describe(fieldText.licence_limit)),
  ...weights,
  ...playConfig.shape,
  remote_server: hostName.or(z.literal('')).describe(fieldText.remote_server),
  remote_port: z.number().int().min(0).max(65_535).describe(fieldText.remote_port),
  buffalo_backend: serverAddress.or(z.literal('')).describe(fieldText.buffalo_backend),
  http_backend: serverAddress.or(z.literal('')).describe(fieldText.http_backend),
  force_buffalo: z.boolean().describe(fieldText.force_buffalo),
  voice_mix: z
    .boolean()
    .describe(
      'Pages and spoken texts are mixed with the programme, which is lowered, instead of pre-empting it.',
    ),
  alarm_alone_minutes: z
    .number()
    .int()
    .min(1)
    .max(240)
    .describe('Time for which an alarm continues at a terminal without a link, minutes.'),
  log_retention_days: days.describe('How long run log and audit log are kept, days.'),
  task_log_retention_days: days.describe('How long ended tasks and their proof of delivery are kept, days.'),
  record_retention_days: days.describe('How long recordings are kept, days.'),
  upgrade_log_retention_days: days.describe('How long ended upgrades are kept, days.'),
  upgrade_keys: z.array(trustedKey).max(20).describe('Public keys whose upgrade packages are trusted.'),
});
export type SystemConfig = z.output<typeof systemConfig>;

/** `PATCH /v1/sys/config`: the settings to change. */
export const systemConfigPatch = systemConfig.partial();
export type SystemConfigPatch = z.output<typeof systemConfigPatch>;

/** Initial system configuration. `strong`: the brand's rule for passwords. */
export function systemConfigDefaults(strong: boolean): SystemConfig {
  const { log_retention_days, task_log_retention_days, record_retention_days, upgrade_log_retention_days } =
    retentionDefaults;
  return {
    url_login: true,
    password_strength: strong,
    logins_per_account: 0,
    idle_minutes: 0,
    https_only: false,
    metrics_open: true,
    docs_open: true,
    cloud_control: true,
    title_cn: '',
    title_en: '',
    title_kr: '',
    enterprise_code: '',
    ...perKind(0),
    ...defaultTaskWeights,
    ...firstPlayConfig,
    remote_server: '',
    remote_port: 0,
    buffalo_backend: '',
    http_backend: '',
    force_buffalo: false,
    voice_mix: false,
    alarm_alone_minutes: ALARM_OFFLINE_S / 60,
    log_retention_days,
    task_log_retention_days,
    record_retention_days,
    upgrade_log_retention_days,
    upgrade_keys: [],
  };
}

/**
 * `GET /v1/site`: public data of the site, available without a login. An empty title means the title of the brand.
 */
export const siteInfo = z.object({
  url_login: z.boolean().describe(fieldText.url_login),
  password_strength: z.boolean().describe(fieldText.password_strength),
  idle_minutes: z.number().int().describe(fieldText.idle_minutes),
  enterprise_code: z.string().describe(fieldText.enterprise_code),
  cloud_control: z.boolean().describe(fieldText.cloud_control),
  http_backend: z.string().describe(fieldText.http_backend),
  titles: z
    .object({
      cn: z.string().describe('Chinese.'),
      en: z.string().describe('English.'),
      kr: z.string().describe('Korean.'),
    })
    .describe('Titles of the pages by language.'),
  images: siteImages.describe('Pictures of the site.'),
});
export type SiteInfo = z.output<typeof siteInfo>;

/** The one row of the live topic `site`. */
export interface SiteLive extends SiteInfo {
  id: 1;
  org: null;
  /** Time of the snapshot from which the server runs, epoch ms; null: it runs with its database. */
  snapshot_at: number | null;
  [field: string]: unknown;
}
