import type { Page } from '../../contract/api/envelope.ts';
import type { Call } from './api.ts';

/** An alarm plan as a school has it: the building at once, the whole school after a minute. */
export async function writeAlarmPlan(call: Call, zones: ReadonlyMap<string, number>): Promise<void> {
  const school = zones.get('S01');
  const { rows } = await call<Page<{ id: number; code: string }>>('GET', '/v1/fire_control_device');
  const device = rows.find(({ code }) => code === 'DEMO-FIRE');
  const { rows: places } = await call<Page<{ id: number; name: string; parent_id: number | null }>>(
    'GET',
    '/v1/partition?limit=100',
  );
  const below = places.filter(({ parent_id }) => parent_id === school);
  const building = below.filter(({ name }) => name === '教学楼A').map(({ id }) => id);
  const others = below.filter(({ name }) => name !== '教学楼A').map(({ id }) => id);
  if (device === undefined || building.length === 0) return;
  const message = async (name: string, textContent: string, tone: string, orgs: number[]) => {
    const body = { name, audio_source: 1, textContent, tone, orgs, org: school, interval_time: 2 };
    return (await call<{ id: number }>('POST', '/v1/linkage_task', body)).id;
  };
  const leave = '请注意，教学楼发生火警，请立即从最近的安全出口撤离，不要乘坐电梯。';
  const wait = '请注意，教学楼发生火警，请在原地等待，听从老师指挥。';
  await call('POST', '/v1/alarm_plan', {
    name: '教学楼A 火灾疏散',
    org: school,
    priority: 90,
    fire_control_device: device.id,
    input_nums: [1, 2, 3, 4],
    output_nums: [1, 2],
    linkage_task_ids: [await message('教学楼疏散', leave, 'evacuate', building)],
    steps: [
      {
        name: '全校预警',
        after_s: 60,
        linkage_task_ids: [await message('全校预警', wait, 'alert', others)],
      },
    ],
    reset_time: 10,
    desc: '任一探测器报警 10 秒后疏散教学楼，一分钟后提醒全校',
  });
}
