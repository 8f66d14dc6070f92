import type { Messages } from './types.ts';

/** The roles of terminals as exported files call them, and the kinds as a refusal does, in the console's own words. */
export const terminalRoleMessages = {
  'codes.terminalRole.0': { cn: '音柱', en: 'Sound column', kr: '컬럼 스피커' },
  'codes.terminalRole.1': { cn: '分控', en: 'Caster device', kr: '페이징 콘솔' },
  'codes.terminalRole.2': { cn: '采集器', en: 'Capturer device', kr: '수집기' },
  'codes.terminalRole.3': { cn: 'TTS 终端', en: 'TTS device', kr: 'TTS 단말' },
  'codes.terminalRole.4': { cn: '报警终端', en: 'Fire device', kr: '경보 단말' },
  'terminalKind.device': { cn: '音柱', en: 'Sound column', kr: '컬럼 스피커' },
  'terminalKind.caster': { cn: '分控', en: 'Caster', kr: '페이징 콘솔' },
  'terminalKind.dialogue': { cn: '对讲终端', en: 'Intercom terminal', kr: '통화 단말' },
  'terminalKind.capturer': { cn: '采集器', en: 'Capturer', kr: '수집기' },
  'terminalKind.xtts': { cn: 'TTS 终端', en: 'TTS terminal', kr: 'TTS 단말' },
  'terminalKind.fire_control_device': { cn: '报警终端', en: 'Alarm terminal', kr: '경보 단말' },
} as const satisfies Messages;
