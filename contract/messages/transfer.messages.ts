import type { Messages } from './types.ts';

/** Import and export of terminals, zones and accounts. */
export const transferMessages = {
  'transfer.noFile': { cn: '请选择一个文件', en: 'Select one file', kr: '파일을 하나 선택하세요' },
  'transfer.unreadable': {
    cn: '无法读取此文件：文件已损坏，或解压后过大',
    en: 'The file cannot be read: it is damaged, or too large when unpacked',
    kr: '파일을 읽을 수 없습니다. 손상되었거나 압축을 풀면 너무 큽니다',
  },
  'transfer.notATable': {
    cn: '此文件不是 CSV 或 XLSX 表格；旧的 XLS 文件请先另存为 XLSX',
    en: 'This is neither a CSV nor an XLSX table. Save an older XLS file as XLSX first',
    kr: 'CSV 또는 XLSX 표가 아닙니다. 이전 XLS 파일은 먼저 XLSX로 저장하세요',
  },
  'transfer.openQuote': {
    cn: '第 {line} 行的引号没有结束',
    en: 'A quotation mark in row {line} is not closed',
    kr: '{line}행의 따옴표가 닫히지 않았습니다',
  },
  'transfer.empty': {
    cn: '文件中没有数据行',
    en: 'The file contains no rows',
    kr: '파일에 데이터 행이 없습니다',
  },
  'transfer.noCode': {
    cn: '前几行中须有列标题，且须包含“{column}”列',
    en: 'One of the first rows must contain the column titles, including “{column}”',
    kr: '처음 몇 행 안에 열 제목이 있어야 하며 “{column}” 열이 포함되어야 합니다',
  },
  'transfer.sameColumn': {
    cn: '“{column}”列出现了两次',
    en: 'Column “{column}” occurs twice',
    kr: '“{column}” 열이 두 번 있습니다',
  },
  'transfer.tooManyRows': {
    cn: '一次最多导入 {max} 行',
    en: 'At most {max} rows can be imported at once',
    kr: '한 번에 최대 {max}행까지 가져올 수 있습니다',
  },
  'transfer.tooManyCells': {
    cn: '第 {line} 行的单元格过多或过长',
    en: 'Row {line} has too many cells, or a cell that is too long',
    kr: '{line}행의 셀이 너무 많거나 너무 깁니다',
  },
  'transfer.tooManyPasswords': {
    cn: '一次最多设置 {max} 个密码',
    en: 'At most {max} passwords can be set at once',
    kr: '한 번에 최대 {max}개의 비밀번호를 설정할 수 있습니다',
  },
  'transfer.busy': {
    cn: '另一个导入正在进行，请稍后再试',
    en: 'Another import is in progress. Try again in a moment',
    kr: '다른 가져오기가 진행 중입니다. 잠시 후 다시 시도하세요',
  },
  'transfer.refused': {
    cn: '有错误行，未导入任何数据',
    en: 'Some rows are invalid: nothing was imported',
    kr: '오류가 있는 행이 있어 아무것도 가져오지 않았습니다',
  },
  'transfer.duplicateInFile': {
    cn: '“{value}”在第 {line} 行已出现',
    en: '“{value}” is already in row {line}',
    kr: '“{value}”은(는) {line}행에 이미 있습니다',
  },
  'transfer.likeInFile': {
    cn: '“{value}”与第 {line} 行的编号只有大小写不同',
    en: '“{value}” differs from the code in row {line} only in upper and lower case',
    kr: '“{value}”은(는) {line}행의 코드와 대소문자만 다릅니다',
  },
  'transfer.noZone': {
    cn: '您管理的分区中没有编号“{value}”',
    en: 'None of your zones has the code “{value}”',
    kr: '담당 구역 중에 코드가 “{value}”인 구역이 없습니다',
  },
  'transfer.zoneNeeded': {
    cn: '请填写您管理的分区的编号',
    en: 'Enter the code of one of your zones',
    kr: '담당 구역의 코드를 입력하세요',
  },
  'transfer.noAccount': {
    cn: '您可查看的账号中没有“{value}”',
    en: 'No account visible to you is called “{value}”',
    kr: '조회할 수 있는 계정 중에 “{value}”이(가) 없습니다',
  },
  'transfer.noCaster': {
    cn: '您管理的分控中没有“{value}”',
    en: 'None of your casters has the code “{value}”',
    kr: '담당 페이징 콘솔 중에 코드가 “{value}”인 것이 없습니다',
  },
  'transfer.noSuch': {
    cn: '您可查看的内容中没有“{value}”',
    en: 'Nothing visible to you is called “{value}”',
    kr: '조회할 수 있는 항목 중에 “{value}”이(가) 없습니다',
  },
  'transfer.several': {
    cn: '有多个名称为“{value}”，无法区分',
    en: 'Several are called “{value}”: cannot tell them apart',
    kr: '이름이 “{value}”인 항목이 여러 개여서 구분할 수 없습니다',
  },
  'transfer.noRole': {
    cn: '没有编号为“{value}”的角色',
    en: 'There is no role with the code “{value}”',
    kr: '코드가 “{value}”인 역할이 없습니다',
  },
  'transfer.yesNo': {
    cn: '请填写“是”或“否”',
    en: 'Enter yes or no',
    kr: '“예” 또는 “아니요”를 입력하세요',
  },
  'transfer.cellError': {
    cn: '单元格是表格软件的错误值 {value}，请先修正公式',
    en: 'The spreadsheet could not calculate this cell ({value}): correct its formula first',
    kr: '스프레드시트가 계산하지 못한 셀입니다({value}). 먼저 수식을 고치세요',
  },
  'transfer.mayNotCreate': {
    cn: '新数据：您没有新增权限',
    en: 'New, but you have no permission to create it',
    kr: '새 항목이지만 추가 권한이 없습니다',
  },
  'transfer.mayNotEdit': {
    cn: '已有数据：您没有编辑权限',
    en: 'Exists, but you have no permission to edit it',
    kr: '이미 있는 항목이지만 편집 권한이 없습니다',
  },
  'transfer.badParent': {
    cn: '上级分区“{value}”有错误',
    en: 'Parent zone “{value}” is not valid',
    kr: '상위 구역 “{value}”에 오류가 있습니다',
  },
  'transfer.nothingFilled': {
    cn: '结果为空',
    en: 'The result is empty',
    kr: '결과가 비어 있습니다',
  },
} as const satisfies Messages;
