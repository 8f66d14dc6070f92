import type { Messages } from './types.ts';

/** Automatic backups of the server. */
export const backupMessages = {
  'backup.notSetUp': {
    cn: '请先设置备份文件夹',
    en: 'Set the backup folder first',
    kr: '먼저 백업 폴더를 설정하세요',
  },
  'backup.busy': {
    cn: '正在进行备份或试恢复，请等待完成',
    en: 'A backup or a trial restore is in progress; wait until it ends',
    kr: '백업 또는 시험 복원이 진행 중입니다. 끝날 때까지 기다리세요',
  },
  'backup.alarm': {
    cn: '报警进行中，报警结束后再试',
    en: 'An alarm is in progress; try again when it has ended',
    kr: '경보가 진행 중입니다. 끝난 뒤 다시 시도하세요',
  },
  'backup.notFound': {
    cn: '该备份不存在或已被删除',
    en: 'This backup does not exist',
    kr: '존재하지 않는 백업입니다',
  },
  'backup.notAbsolute': {
    cn: '请填写服务器上的完整路径，如 /mnt/backup',
    en: 'Enter the full path on the server, such as /mnt/backup',
    kr: '서버의 전체 경로를 입력하세요(예: /mnt/backup)',
  },
  'backup.noFolder': {
    cn: '服务器上没有此文件夹',
    en: 'This folder does not exist on the server',
    kr: '서버에 이 폴더가 없습니다',
  },
  'backup.inside': {
    cn: '不能使用数据目录或程序目录内的文件夹',
    en: 'The folder must be outside the data folder and the program folder',
    kr: '데이터 폴더와 프로그램 폴더 밖에 있어야 합니다',
  },
  'backup.unwritable': {
    cn: '服务器无法写入此文件夹（{error}）',
    en: 'The server cannot write to this folder ({error})',
    kr: '서버가 이 폴더에 쓸 수 없습니다({error})',
  },
} as const satisfies Messages;
