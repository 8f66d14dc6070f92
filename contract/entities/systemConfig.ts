import { z } from 'zod';
import { hostName, serverAddress } from '../administration.ts';
import { codeValues, type TaskWeight, taskWeight } from '../codes.ts';
import { defaultTaskWeights, retentionDefaults, retentionRange } from '../constants.ts';
import { ALARM_ALONE_S } from '../keeping.ts';
import { trustedKey } from '../upgradePackage.ts';
import { firstPlayConfig, playConfig } from './playConfig.ts';
import { siteImages } from './siteImage.ts';

/** A type weight, 0–999; a larger number wins (server/broadcast/rank.ts). */
const weight = z.number().int().min(0).max(999);
/** Title of the pages; empty: the brand's. */
const title = z.string().trim().max(60);
const days = z.number().int().min(retentionRange.min).max(retentionRange.max);

/** Names of the type weights (spec 3). */
export const weightNames = codeValues(taskWeight);
const weights = Object.fromEntries(weightNames.map((name) => [name, weight])) as Record<
  TaskWeight,
  typeof weight
>;

/**
 * The system configuration (spec 3), as far as it has an effect (design 11): what has none is not in it.
 * Adding a setting: a line here, one in `systemConfigDefaults`, and the place that reads it.
 */
export const systemConfig = z.object({
  /** Whether an address with `username` and `password` logs in (design 11). */
  url_login: z.boolean(),
  /** Passwords must have three of four classes (spec 5). */
  password_strength: z.boolean(),
  /** Logins of an account that are good at once; 0: any number. */
  logins_per_account: z.number().int().min(0).max(1_000),
  /** Whether measurements are told to anybody, and the description of the API. */
  metrics_open: z.boolean(),
  docs_open: z.boolean(),
  /** Whether pairing codes are given out and taken (design 11: "cloud control, /v1/cc/code"). */
  cloud_control: z.boolean(),
  /** Titles of the pages in each language (spec 3). */
  title_cn: title,
  title_en: title,
  title_kr: title,
  /** Names the site on the terminal page and in exports (design 11); may be empty. */
  enterprise_code: z.string().trim().max(50),
  ...weights,
  ...playConfig.shape,
  /** The remote-management server that terminals connect to (spec 3), where an action names no other; may be empty. */
  remote_server: hostName.or(z.literal('')),
  /** 0: none. */
  remote_port: z.number().int().min(0).max(65_535),
  /** Advanced (spec 3): where people reach the remote-management server's own pages; may be empty. */
  buffalo_backend: serverAddress.or(z.literal('')),
  /** Advanced: the address of this server as terminals reach it; empty: as the console does. */
  http_backend: serverAddress.or(z.literal('')),
  /** Advanced: remote administration begins without asking at the terminal. */
  force_buffalo: z.boolean(),
  /** Whether pages and spoken texts lie over the programme, which is lowered, instead of pre-empting it (design 7). */
  voice_mix: z.boolean(),
  /** For how long an alarm goes on at a terminal that has lost its link, minutes (design 6). */
  alarm_alone_minutes: z.number().int().min(1).max(240),
  /** Days for which the run log and the audit log are kept. */
  log_retention_days: days,
  /** Days for which ended tasks and their proof are kept. */
  task_log_retention_days: days,
  /** Days for which recordings are kept. */
  record_retention_days: days,
  /** Days for which upgrade batches that are over are kept. */
  upgrade_log_retention_days: days,
  /** Keys whose upgrade packages may be rolled out, and whose they are. */
  upgrade_keys: z.array(trustedKey).max(20),
});
export type SystemConfig = z.output<typeof systemConfig>;

/** `PATCH /v1/sys/config`: what is to be changed. */
export const systemConfigPatch = systemConfig.partial();
export type SystemConfigPatch = z.output<typeof systemConfigPatch>;

/** What holds until somebody changes it. `strong`: the brand's rule for passwords. */
export function systemConfigDefaults(strong: boolean): SystemConfig {
  const { log_retention_days, task_log_retention_days, record_retention_days, upgrade_log_retention_days } =
    retentionDefaults;
  return {
    url_login: true,
    password_strength: strong,
    logins_per_account: 0,
    metrics_open: true,
    docs_open: true,
    cloud_control: true,
    title_cn: '',
    title_en: '',
    title_kr: '',
    enterprise_code: '',
    ...defaultTaskWeights,
    ...firstPlayConfig,
    remote_server: '',
    remote_port: 0,
    buffalo_backend: '',
    http_backend: '',
    force_buffalo: false,
    voice_mix: false,
    alarm_alone_minutes: ALARM_ALONE_S / 60,
    log_retention_days,
    task_log_retention_days,
    record_retention_days,
    upgrade_log_retention_days,
    upgrade_keys: [],
  };
}

/** `GET /v1/site`: what anybody may know of the site before a login. An empty title is the brand's. */
export const siteInfo = z.object({
  url_login: z.boolean(),
  enterprise_code: z.string(),
  cloud_control: z.boolean(),
  http_backend: z.string(),
  titles: z.object({ cn: z.string(), en: z.string(), kr: z.string() }),
  images: siteImages,
});
export type SiteInfo = z.output<typeof siteInfo>;

/** The one row of the live topic `site`. */
export interface SiteLive extends SiteInfo {
  id: 1;
  org: null;
  [field: string]: unknown;
}
