import type { DeviceLive } from '../../../contract/entities/device.ts';

/** A terminal that is online and free, but for what a test says. */
export function device(fields: Partial<DeviceLive> = {}): DeviceLive {
  return {
    id: 1,
    org: 1,
    role: 0,
    code: 'A-1',
    name: 'Hall',
    dev_name2: '',
    ao_volume: 80,
    ai_volume: 80,
    call_number: '',
    ICCID: '',
    client_ip: '10.0.0.7',
    client_version: '1.0',
    support_upgrade: false,
    support_set_buffalo: false,
    support_set_server_config: false,
    last_login_time: 1_700_000_000,
    rev: 1,
    online: true,
    online_since: 1_700_000_000,
    play_status: 0,
    task_id: null,
    tasks: '',
    why: { key: 'free', params: {} },
    sound: 'none',
    level_db: null,
    peak_db: null,
    lost_pct: 0,
    buffer_ms: null,
    skew_us: null,
    reported_at: 1_700_000_000_000,
    fault: 'none',
    ...fields,
  };
}
