import type { Messages } from './types.ts';

/** Sample site of an empty system. */
export const sampleMessages = {
  'sample.notEmpty': {
    cn: '只有空站点才能填充示例，请先删除已有的分区、终端、媒体、任务和预案',
    en: 'Only an empty site can be filled with a sample: it has zones, terminals, media, tasks or alarm plans already',
    kr: '빈 사이트에만 예시를 채울 수 있습니다. 이미 구역, 단말, 미디어, 작업 또는 비상방송 시나리오가 있습니다',
  },
  'sample.busy': {
    cn: '示例站点正在创建或删除，请稍候',
    en: 'The sample site is being made or removed; please wait',
    kr: '예시 사이트를 만들거나 제거하는 중입니다. 잠시 기다리세요',
  },
  'sample.none': {
    cn: '没有示例站点',
    en: 'There is no sample site',
    kr: '예시 사이트가 없습니다',
  },
  'sample.changed': {
    cn: '创建后被修改过',
    en: 'It was changed since it was made',
    kr: '만든 뒤에 변경되었습니다',
  },
} as const satisfies Messages;
