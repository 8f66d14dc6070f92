import { type Declaration, rowsOf } from '../../declaration.ts';
import type { TalkLinkLive } from '../../tasks/talkLink.ts';

/** Open links; the right to page opens them. */
export const talkLink = {
  key: 'talk_link',
  one: { cn: '手机讲话链接', en: 'Phone link', kr: '휴대전화 방송 링크' },
  live: rowsOf<TalkLinkLive>(),
  liveFor: ['caster_broadcast'],
} as const satisfies Declaration;
