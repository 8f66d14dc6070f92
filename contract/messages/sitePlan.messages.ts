import type { Messages } from './types.ts';

/** Site plans and their pictures. */
export const sitePlanMessages = {
  'sitePlan.notADrawing': {
    cn: '文件不是平面图，支持 PNG、JPEG、SVG、PDF',
    en: 'This file is not a plan. Supported: PNG, JPEG, SVG, PDF',
    kr: '평면도 파일이 아닙니다. PNG, JPEG, SVG, PDF 형식을 지원합니다',
  },
  'sitePlan.damaged': {
    cn: '文件已损坏，无法绘制',
    en: 'The file is damaged and cannot be drawn',
    kr: '파일이 손상되어 그릴 수 없습니다',
  },
  'sitePlan.tooManyPixels': {
    cn: '图像过大，最多 1.6 亿像素',
    en: 'The picture is too large: at most 160 million pixels',
    kr: '이미지가 너무 큽니다. 최대 1억 6천만 픽셀까지 지원합니다',
  },
  'sitePlan.tooComplex': {
    cn: '文件过于复杂，绘制超出了时间或内存限制',
    en: 'The file is too complex: drawing it exceeded the limit of time or memory',
    kr: '파일이 너무 복잡하여 시간 또는 메모리 한도 안에 그리지 못했습니다',
  },
  'sitePlan.script': {
    cn: 'SVG 文件含有脚本或嵌入文档，请另存为纯图形',
    en: 'The SVG contains scripts or embedded documents. Save it as a plain drawing',
    kr: 'SVG에 스크립트나 포함된 문서가 있습니다. 일반 도면으로 저장하세요',
  },
  'sitePlan.external': {
    cn: 'SVG 文件引用了外部文件，请将图像嵌入后保存',
    en: 'The SVG refers to other files. Save it with its pictures embedded',
    kr: 'SVG가 외부 파일을 참조합니다. 이미지를 포함하여 저장하세요',
  },
  'sitePlan.entities': {
    cn: 'SVG 文件含有实体声明，请另存为普通 SVG',
    en: 'The SVG declares entities. Save it as a plain SVG',
    kr: 'SVG에 엔터티 선언이 있습니다. 일반 SVG로 저장하세요',
  },
  'sitePlan.locked': {
    cn: 'PDF 文件有密码保护',
    en: 'The PDF is protected by a password',
    kr: 'PDF가 암호로 보호되어 있습니다',
  },
  'sitePlan.noPage': {
    cn: 'PDF 文件没有该页',
    en: 'The PDF does not have this page',
    kr: 'PDF에 해당 페이지가 없습니다',
  },
  'sitePlan.noPicture': {
    cn: '平面图还没有图像',
    en: 'The site plan has no picture yet',
    kr: '평면도에 이미지가 아직 없습니다',
  },
  'sitePlan.zoneOutside': {
    cn: '区域只能对应平面图所属分区及其下级分区',
    en: 'Areas may only be of the zone of the plan and its sub-zones',
    kr: '영역은 평면도의 구역과 그 하위 구역만 지정할 수 있습니다',
  },
  'sitePlan.placedTwice': {
    cn: '同一终端或线路只能在平面图上放置一次',
    en: 'Each terminal or line can be placed on a plan once',
    kr: '각 단말과 회선은 평면도에 한 번만 배치할 수 있습니다',
  },
} as const satisfies Messages;
