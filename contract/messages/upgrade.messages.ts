import type { Messages } from './types.ts';

/** Upgrade packages and batches (docs/protocols/upgrade-package.md, docs/decisions/0070). */
export const upgradeMessages = {
  'upgrade.noPackage': {
    cn: '文件不是升级包，或文件头已损坏',
    en: 'This is not an upgrade package, or its header is damaged',
    kr: '업그레이드 패키지가 아니거나 파일 헤더가 손상되었습니다',
  },
  'upgrade.badManifest': {
    cn: '升级包的描述信息无效：{field}',
    en: 'The manifest of the package is invalid: {field}',
    kr: '패키지의 설명 정보가 올바르지 않습니다: {field}',
  },
  'upgrade.truncated': {
    cn: '升级包不完整',
    en: 'The package is incomplete',
    kr: '업그레이드 패키지가 완전하지 않습니다',
  },
  'upgrade.trailing': {
    cn: '升级包末尾有多余数据',
    en: 'The file contains data after the end of the package',
    kr: '패키지 끝에 불필요한 데이터가 있습니다',
  },
  'upgrade.wrongDigest': {
    cn: '升级包内容与校验值不符，文件已损坏',
    en: 'The content of the package does not match its checksum: the file is damaged',
    kr: '패키지 내용이 검증값과 일치하지 않습니다. 파일이 손상되었습니다',
  },
  'upgrade.wrongSignature': {
    cn: '升级包签名无效，文件可能被篡改',
    en: 'The signature of the package is invalid: it may have been tampered with',
    kr: '패키지 서명이 올바르지 않습니다. 파일이 변조되었을 수 있습니다',
  },
  'upgrade.duplicate': {
    cn: '该类终端的版本 {version} 已存在',
    en: 'Version {version} for this kind of terminal already exists',
    kr: '이 종류 단말의 버전 {version}이(가) 이미 있습니다',
  },
  'upgrade.oneFile': {
    cn: '一次只能上传一个升级包',
    en: 'Only one package can be uploaded at a time',
    kr: '한 번에 하나의 패키지만 업로드할 수 있습니다',
  },
  'upgrade.inUse': {
    cn: '“{name}”正在用于升级，不能删除',
    en: '“{name}” is being rolled out and cannot be deleted',
    kr: '“{name}”은(는) 업그레이드에 사용 중이므로 삭제할 수 없습니다',
  },
  'upgrade.fileLost': {
    cn: '服务器上的升级包已丢失，请重新上传',
    en: 'The package is missing on the server. Upload it again',
    kr: '서버의 업그레이드 패키지가 없어졌습니다. 다시 업로드하세요',
  },
  'upgrade.fileChanged': {
    cn: '服务器上的升级包已被改动，请重新上传',
    en: 'The package on the server was modified. Upload it again',
    kr: '서버의 업그레이드 패키지가 변경되었습니다. 다시 업로드하세요',
  },
  'upgrade.notReady': {
    cn: '升级包“{name}”不可用',
    en: 'The package “{name}” cannot be used',
    kr: '업그레이드 패키지 “{name}”을(를) 사용할 수 없습니다',
  },
  'upgrade.untrusted': {
    cn: '升级包“{name}”的签名密钥不受信任，不能下发。请在系统配置中添加密钥',
    en: 'The key that signed “{name}” is not trusted, so it cannot be rolled out. Add the key in the system settings',
    kr: '“{name}”에 서명한 키를 신뢰할 수 없어 배포할 수 없습니다. 시스템 설정에서 키를 추가하세요',
  },
  'upgrade.otherKind': {
    cn: '{name} - {code} 与升级包的终端类型不符',
    en: '{name} - {code} is not of the kind that the package is for',
    kr: '{name} - {code}은(는) 패키지 대상 종류의 단말이 아닙니다',
  },
  'upgrade.tooOld': {
    cn: '{name} - {code} 的版本 {version} 过旧，至少需要 {min}',
    en: '{name} - {code} has version {version}; the package needs at least {min}',
    kr: '{name} - {code}의 버전 {version}이(가) 너무 낮습니다. 최소 {min}이(가) 필요합니다',
  },
  'upgrade.sameVersion': {
    cn: '{name} - {code} 已是版本 {version}',
    en: '{name} - {code} already has version {version}',
    kr: '{name} - {code}은(는) 이미 버전 {version}입니다',
  },
  'upgrade.older': {
    cn: '{name} - {code} 的版本 {version} 较新；如需退回，请同时填写升级包的版本 {wanted}',
    en: '{name} - {code} has the newer version {version}: to downgrade it, also enter the package version {wanted}',
    kr: '{name} - {code}의 버전 {version}이(가) 더 새 버전입니다. 되돌리려면 패키지 버전 {wanted}을(를) 함께 입력하세요',
  },
  'upgrade.busy': {
    cn: '{name} - {code} 已在另一升级批次中',
    en: '{name} - {code} is already in another upgrade',
    kr: '{name} - {code}은(는) 이미 다른 업그레이드에 포함되어 있습니다',
  },
  'upgrade.inAlarm': {
    cn: '{name} - {code} 正在报警，报警结束后才能升级',
    en: '{name} - {code} is in alarm and can be upgraded afterwards',
    kr: '{name} - {code}에서 경보가 진행 중입니다. 경보가 끝난 뒤 업그레이드할 수 있습니다',
  },
  'upgrade.notAllowed': {
    cn: '升级批次当前状态下不能执行此操作',
    en: 'Not possible in the current state of the upgrade',
    kr: '업그레이드의 현재 상태에서는 이 동작을 할 수 없습니다',
  },
} as const satisfies Messages;
