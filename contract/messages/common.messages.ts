import type { Messages } from './types.ts';

/** Messages common to all areas. */
export const commonMessages = {
  'common.success': { cn: '操作成功', en: 'Done', kr: '완료되었습니다' },
  'common.failed': { cn: '操作失败', en: 'The operation failed', kr: '처리하지 못했습니다' },
  'common.interfaceFailed': {
    cn: '访问接口失败',
    en: 'Failed to access interface',
    kr: '인터페이스에 접근하지 못했습니다',
  },
  'common.connectionFailed': {
    cn: '连接服务器失败，请稍后重试或联系系统管理员',
    en: 'Connection to server failed, please retry later or contact the system administrator',
    kr: '서버에 연결하지 못했습니다. 잠시 후 다시 시도하거나 시스템 관리자에게 문의하세요',
  },
  'common.checkData': {
    cn: '请先勾选数据',
    en: 'Please check the data first',
    kr: '먼저 데이터를 선택하세요',
  },
  'common.tooFast': {
    cn: '请勿频繁操作',
    en: 'Do not operate too fast',
    kr: '너무 빠르게 조작하지 마세요',
  },
  'common.tooManyRequests': {
    cn: '请求过于频繁，请在 {seconds} 秒后重试',
    en: 'Too many requests. Try again in {seconds} s',
    kr: '요청이 너무 많습니다. {seconds}초 후에 다시 시도하세요',
  },
  'common.databaseAway': {
    cn: '数据库不可用：服务器依据快照运行，目前只能进行报警、应急话筒、全区广播、讲话和输出控制',
    en: 'The database is not available. The server runs from its snapshot: only alarms, the emergency microphone, all-call, pages and outputs work until it is back',
    kr: '데이터베이스에 연결할 수 없습니다. 서버가 스냅샷으로 운영 중이며 경보, 비상 마이크, 전체 방송, 페이징, 출력 제어만 사용할 수 있습니다',
  },
  'common.snapshotBehind': {
    cn: '更改已保存，但无法写入快照：数据库不可用时启动的服务器可能仍沿用更改前的权限。请检查服务器磁盘',
    en: 'The change is stored in the database, but not in the snapshot on disk: a server that starts without its database may still use the previous permissions. Check the disk of the server',
    kr: '변경 사항은 저장되었지만 디스크의 스냅샷에는 반영되지 않았습니다. 데이터베이스 없이 시작된 서버는 이전 권한을 따를 수 있습니다. 서버 디스크를 확인하세요',
  },
  'common.httpsOnly': {
    cn: '本站点只接受 HTTPS，此请求使用的是未加密的 HTTP',
    en: 'This site requires HTTPS, but this request was sent over plain HTTP',
    kr: '이 사이트는 HTTPS로만 접속할 수 있으며, 이 요청은 암호화되지 않은 HTTP로 왔습니다',
  },
  'common.invalidRequest': {
    cn: '请求内容有误',
    en: 'The request is not valid',
    kr: '요청 내용이 올바르지 않습니다',
  },
  'common.invalidJson': {
    cn: '请求不是有效的 JSON',
    en: 'The request is not valid JSON',
    kr: '요청이 올바른 JSON이 아닙니다',
  },
  'common.unsupportedType': {
    cn: '不支持的内容类型',
    en: 'This content type is not supported',
    kr: '지원하지 않는 콘텐츠 형식입니다',
  },
  'common.notFound': {
    cn: '数据不存在或已被删除',
    en: 'Not found or deleted',
    kr: '없거나 삭제된 데이터입니다',
  },
  'common.routeNotFound': {
    cn: '接口不存在',
    en: 'This address does not exist',
    kr: '존재하지 않는 주소입니다',
  },
  'common.duplicate': {
    cn: '“{value}”已存在',
    en: '“{value}” already exists',
    kr: '“{value}”은(는) 이미 있습니다',
  },
  'common.inUse': {
    cn: '“{name}”正被使用，不能删除：{users}',
    en: '“{name}” is in use and cannot be deleted: {users}',
    kr: '“{name}”은(는) 사용 중이므로 삭제할 수 없습니다: {users}',
  },
  'common.inUseElsewhere': {
    cn: '“{name}”正被您管理的分区以外的 {count} 处使用，不能删除',
    en: '“{name}” cannot be deleted: it is in use outside your zones ({count})',
    kr: '“{name}”은(는) 담당 구역 밖의 {count}곳에서 사용 중이므로 삭제할 수 없습니다',
  },
  'common.conflict': {
    cn: '数据已被他人修改，请刷新后重试',
    en: 'Someone else has changed this meanwhile. Reload and try again',
    kr: '다른 사용자가 데이터를 변경했습니다. 새로 고친 후 다시 시도하세요',
  },
  'common.tooLarge': {
    cn: '内容过大，上限为 {limit}',
    en: 'Too large: the limit is {limit}',
    kr: '크기가 너무 큽니다. 최대 {limit}까지 가능합니다',
  },
  'common.stateForbids': {
    cn: '当前状态不允许此操作',
    en: 'Not possible in the current state',
    kr: '현재 상태에서는 수행할 수 없습니다',
  },
  'common.serverBusy': {
    cn: '服务器暂时无法处理，请稍后重试',
    en: 'The server cannot do this right now. Try again later',
    kr: '서버가 지금 처리할 수 없습니다. 잠시 후 다시 시도하세요',
  },
  'common.pngOnly': {
    cn: '请上传 PNG 格式的图片',
    en: 'Please upload PNG pictures',
    kr: 'PNG 이미지를 업로드하세요',
  },
  'common.logoRatio': {
    cn: 'Logo 图片的长宽比应为 3:1',
    en: 'The logo must be 3:1, length to width',
    kr: '로고 이미지의 가로세로 비율은 3:1이어야 합니다',
  },
  'common.orderFailed': { cn: '下单失败', en: 'Failed to place the order', kr: '주문에 실패했습니다' },
  'common.paymentFailed': { cn: '支付失败', en: 'Payment failed', kr: '결제에 실패했습니다' },
  'common.checkNetwork': { cn: '请检查网络', en: 'Please check the network', kr: '네트워크를 확인하세요' },
} as const satisfies Messages;
