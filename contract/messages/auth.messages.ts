import type { Messages } from './types.ts';

/** Login, session and rights. */
export const authMessages = {
  'auth.accountEmpty': {
    cn: '用户账号不能为空',
    en: 'User account cannot be empty',
    kr: '사용자 계정을 입력하세요',
  },
  'auth.passwordEmpty': {
    cn: '密码不能为空',
    en: 'Password cannot be empty',
    kr: '비밀번호를 입력하세요',
  },
  'auth.wrongLogin': {
    cn: '登录信息错误',
    en: 'Wrong login information',
    kr: '로그인 정보가 올바르지 않습니다',
  },
  'auth.loginFailed': {
    cn: '登录失败，请重新登录',
    en: 'Login failed. Please log in again',
    kr: '로그인에 실패했습니다. 다시 로그인하세요',
  },
  'auth.sessionExpired': {
    cn: '会话已过期，请重新登录',
    en: 'Your session has expired. Please log in again',
    kr: '세션이 만료되었습니다. 다시 로그인하세요',
  },
  'auth.idleEnded': {
    cn: '长时间没有操作，已自动退出登录',
    en: 'You were logged out after a long time without activity',
    kr: '오랫동안 조작이 없어 자동으로 로그아웃되었습니다',
  },
  'auth.httpsOnly': {
    cn: '此会话曾使用未加密的 HTTP，站点现在只接受 HTTPS，请通过 HTTPS 重新登录',
    en: 'This session was used over plain HTTP, and the site now requires HTTPS. Please log in again over HTTPS',
    kr: '이 세션은 암호화되지 않은 HTTP로 사용되었고, 이제 사이트는 HTTPS로만 접속할 수 있습니다. HTTPS로 다시 로그인하세요',
  },
  'auth.switchByHttps': {
    cn: '“只允许 HTTPS”只能在通过 HTTPS 打开的页面上开启，否则您会把自己锁在外面。请先用 HTTPS 打开控制台',
    en: '“HTTPS only” can only be enabled on a page that was opened over HTTPS; otherwise you would lock yourself out. Open the console over HTTPS first',
    kr: '“HTTPS만 허용”은 HTTPS로 연 페이지에서만 켤 수 있습니다. 그렇지 않으면 접속할 수 없게 됩니다. 먼저 HTTPS로 콘솔을 여세요',
  },
  'auth.tooManyAttempts': {
    cn: '登录尝试次数过多，请在 {seconds} 秒后重试',
    en: 'Too many login attempts. Try again in {seconds} s',
    kr: '로그인 시도가 너무 많습니다. {seconds}초 후에 다시 시도하세요',
  },
  'auth.manyLogins': {
    cn: '当前正在验证的密码过多，请在 {seconds} 秒后重试',
    en: 'Too many passwords are being checked right now. Try again in {seconds} s',
    kr: '지금 확인 중인 비밀번호가 많습니다. {seconds}초 후에 다시 시도하세요',
  },
  'auth.noPermission': {
    cn: '没有权限执行此操作',
    en: 'You do not have permission for this',
    kr: '이 동작을 수행할 권한이 없습니다',
  },
  'auth.passwordFirst': {
    cn: '请先设置新密码，然后才能使用系统',
    en: 'Choose a new password first; until then, nothing else is allowed',
    kr: '먼저 새 비밀번호를 설정해야 다른 동작을 할 수 있습니다',
  },
  'auth.wholeSiteOnly': {
    cn: '此操作影响整个站点，需要管理全部分区的账号',
    en: 'This affects the whole site and requires an account for all zones',
    kr: '사이트 전체에 영향을 주는 동작이므로 모든 구역을 담당하는 계정이 필요합니다',
  },
  'auth.outsideZone': {
    cn: '不在您管理的分区内',
    en: 'This is outside your zones',
    kr: '담당 구역에 속하지 않습니다',
  },
  'auth.urlLoginOff': {
    cn: '系统配置已关闭网址登录',
    en: 'Login by URL is disabled in the system settings',
    kr: '시스템 설정에서 URL 로그인이 꺼져 있습니다',
  },
  'auth.oldPasswordWrong': {
    cn: '原密码不正确',
    en: 'The current password is wrong',
    kr: '현재 비밀번호가 올바르지 않습니다',
  },
  'auth.passwordUnchanged': {
    cn: '新密码不能与原密码相同',
    en: 'The new password must differ from the current one',
    kr: '새 비밀번호는 현재 비밀번호와 달라야 합니다',
  },
  'auth.sessionNotFound': {
    cn: '该会话已结束',
    en: 'This session has already ended',
    kr: '이미 종료된 세션입니다',
  },
  'auth.ticketInvalid': {
    cn: '访问凭证无效或已过期',
    en: 'The access ticket is invalid or has expired',
    kr: '액세스 티켓이 유효하지 않거나 만료되었습니다',
  },
  'auth.lastAdministrator': {
    cn: '至少须保留一个管理员账号',
    en: 'At least one administrator account must remain',
    kr: '관리자 계정이 하나 이상 남아 있어야 합니다',
  },
  'auth.cannotDeleteSelf': {
    cn: '不能删除当前登录的账号',
    en: 'You cannot delete the account you are logged in with',
    kr: '현재 로그인한 계정은 삭제할 수 없습니다',
  },
  'auth.roleBeyondOwn': {
    cn: '不能授予您自己没有的权限',
    en: 'You cannot grant a permission that you do not have',
    kr: '본인에게 없는 권한은 부여할 수 없습니다',
  },
  'auth.roleInUse': {
    cn: '角色“{name}”仍有 {count} 个账号使用，不能删除',
    en: 'Role “{name}” is still used by accounts ({count}) and cannot be deleted',
    kr: '역할 “{name}”을(를) 사용하는 계정이 {count}개 있어 삭제할 수 없습니다',
  },
} as const satisfies Messages;
