import { dayAfter, startScheduleSite } from './scheduleSite.ts';

/** Starts the whole server with a song and a loudspeaker in each of two zones, and helpers for plans and their tasks. */
export async function startPlanSite() {
  const site = await startScheduleSite();
  const song = await site.file('Song', 30);
  const [north, south] = [await site.zone('North'), await site.zone('South')];
  const { id: hall } = await site.adopted('HALL', north);
  const { id: yard } = await site.adopted('YARD', south);
  const tomorrow = () => dayAfter(site.wall.today);
  return {
    ...site,
    north,
    south,
    /** Loudspeaker in `north`. */
    hall,
    /** Loudspeaker in `south`. */
    yard,
    tomorrow,
    /** Form of a task that plays the song tomorrow at eight. */
    bell: (over: object = {}) => ({
      files: [song],
      start_date: tomorrow(),
      start_time: '08:00',
      ...over,
    }),
    list: <T>(path: string, token = site.token) =>
      site.value<{ rows: T[]; total: number }>('GET', path, undefined, token),
    /** Address of the timeline of tomorrow. */
    timelineUrl(query = '') {
      const from = Date.parse(`${tomorrow()}T00:00:00+08:00`) / 1000;
      return `/v1/timeline?from=${from}&to=${from + 86_400}${query}`;
    },
  };
}
export type PlanSite = Awaited<ReturnType<typeof startPlanSite>>;
