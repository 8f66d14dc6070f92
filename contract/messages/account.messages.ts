import type { Messages } from './types.ts';

/** Accounts, roles and the rights to change them. */
export const accountMessages = {
  'account.casterReachesFurther': {
    cn: '该分控可广播到您管理的分区以外',
    en: 'This caster may page zones outside yours',
    kr: '이 페이징 콘솔은 담당하지 않는 구역에도 방송할 수 있습니다',
  },
  'account.beyondOwn': {
    cn: '账号“{name}”的权限超出您的权限，不能更改',
    en: 'Account “{name}” has permissions that you do not have; you cannot change it',
    kr: '계정 “{name}”에는 본인에게 없는 권한이 있어 변경할 수 없습니다',
  },
  'account.allZonesBeyondOwn': {
    cn: '您不管理全部分区，不能授予全部分区',
    en: 'Your account is not for all zones, so you cannot grant them',
    kr: '전체 구역 권한이 없으므로 전체 구역을 부여할 수 없습니다',
  },
  'account.cannotDisableSelf': {
    cn: '不能停用当前登录的账号',
    en: 'You cannot disable the account you are logged in with',
    kr: '현재 로그인한 계정은 사용 중지할 수 없습니다',
  },
  'account.ownPassword': {
    cn: '请在“修改密码”中更改自己的密码',
    en: 'Change your own password under “Change password”',
    kr: '본인의 비밀번호는 “비밀번호 변경”에서 변경하세요',
  },
  'account.builtinRole': {
    cn: '内置角色“{name}”可以编辑，但不能删除',
    en: 'The built-in role “{name}” can be edited, but not deleted',
    kr: '기본 역할 “{name}”은(는) 편집할 수 있지만 삭제할 수 없습니다',
  },
} as const satisfies Messages;
