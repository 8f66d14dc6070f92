import type { Messages } from './types.ts';

/** Music files, preset texts, radio stations, recordings. */
export const mediaMessages = {
  'media.unableToPlay': { cn: '无法播放', en: 'Unable to play', kr: '재생할 수 없습니다' },
  'media.unableToDownload': { cn: '无法下载', en: 'Unable to download', kr: '다운로드할 수 없습니다' },
  'media.fileDeleted': {
    cn: '文件已被删除，下载失败',
    en: 'The file has been deleted, download failed',
    kr: '파일이 삭제되어 다운로드하지 못했습니다',
  },
  'media.notTransferred': {
    cn: '文件尚未传输成功',
    en: 'The file has not been successfully transferred',
    kr: '파일이 아직 정상적으로 전송되지 않았습니다',
  },
  'media.tooManyFiles': {
    cn: '一次最多选择 {max} 个文件',
    en: 'At most {max} files may be selected per upload',
    kr: '한 번에 최대 {max}개의 파일을 선택할 수 있습니다',
  },
  'media.fileEmpty': { cn: '文件为空', en: 'The file is empty', kr: '빈 파일입니다' },
  'media.fileBroken': {
    cn: '文件已损坏，无法解码',
    en: 'The file is damaged and cannot be decoded',
    kr: '파일이 손상되어 디코딩할 수 없습니다',
  },
  'media.notAudio': {
    cn: '文件不是可识别的音频，支持 MP3、WAV、FLAC、OGG、Opus、M4A、AAC、WMA、AIFF、AMR、WebM、CAF',
    en: 'This is not a readable sound file. Supported: MP3, WAV, FLAC, OGG, Opus, M4A, AAC, WMA, AIFF, AMR, WebM, CAF',
    kr: '인식할 수 있는 오디오 파일이 아닙니다. MP3, WAV, FLAC, OGG, Opus, M4A, AAC, WMA, AIFF, AMR, WebM, CAF 형식을 지원합니다',
  },
  'media.film': {
    cn: '不支持视频文件，请先将其中的声音另存为 MP3 或 M4A',
    en: 'Videos are not supported: save their sound as MP3 or M4A first',
    kr: '동영상 파일은 지원하지 않습니다. 소리를 MP3 또는 M4A로 저장한 후 올리세요',
  },
  'media.coding': {
    cn: '不支持该文件的音频编码，请先将其另存为 MP3、FLAC 或 PCM 编码的 WAV',
    en: 'The coding of the sound in this file is not supported: save it as MP3, FLAC or WAV (PCM) first',
    kr: '이 파일의 오디오 코덱은 지원하지 않습니다. MP3, FLAC 또는 PCM 방식의 WAV로 저장한 후 올리세요',
  },
  'media.fileTooLarge': {
    cn: '文件超过 {limit} MB',
    en: 'The file is larger than {limit} MB',
    kr: '파일이 {limit} MB를 초과합니다',
  },
  'media.noFile': {
    cn: '请选择要上传的文件',
    en: 'Select a file to upload',
    kr: '업로드할 파일을 선택하세요',
  },
  'media.uploadAborted': {
    cn: '上传已中断',
    en: 'The upload was interrupted',
    kr: '업로드가 중단되었습니다',
  },
  'media.processingFailed': {
    cn: '音频处理失败，请重新上传',
    en: 'Processing the audio failed. Upload it again',
    kr: '오디오를 처리하지 못했습니다. 다시 업로드하세요',
  },
  'media.processingTimeout': {
    cn: '音频处理超时，已停止',
    en: 'Processing the audio took too long and was stopped',
    kr: '오디오 처리 시간이 초과되어 중단되었습니다',
  },
  'media.processingCancelled': {
    cn: '音频处理已取消',
    en: 'Processing the audio was cancelled',
    kr: '오디오 처리가 취소되었습니다',
  },
  'media.originalLost': {
    cn: '服务器上的原始文件已丢失，请重新上传',
    en: 'The original is missing on the server. Upload it again',
    kr: '서버의 원본 파일이 없어졌습니다. 다시 업로드하세요',
  },
  'media.tooLong': {
    cn: '音频时长超过上限',
    en: 'The audio is longer than allowed',
    kr: '오디오 길이가 허용 범위를 초과합니다',
  },
  'media.diskFull': {
    cn: '服务器磁盘空间不足',
    en: 'The disk of the server is full',
    kr: '서버의 디스크 공간이 부족합니다',
  },
  'media.notReady': {
    cn: '“{name}”尚未处理完成',
    en: '“{name}” is not ready yet',
    kr: '“{name}”은(는) 아직 처리 중입니다',
  },
  'media.notFailed': {
    cn: '“{name}”没有生成失败，无需重新生成',
    en: '“{name}” has not failed; it does not need processing again',
    kr: '“{name}”은(는) 생성에 실패하지 않아 다시 생성할 필요가 없습니다',
  },
  'media.recording': {
    cn: '“{name}”正在录音，结束后方可收听、下载或删除',
    en: '“{name}” is still being recorded. It can be played, downloaded and deleted once it has ended',
    kr: '“{name}”은(는) 아직 녹음 중입니다. 녹음이 끝난 뒤 듣기, 다운로드, 삭제할 수 있습니다',
  },
  'media.ofWholeSite': {
    cn: '“{name}”属于整个站点，只有管理全部分区的账号可以更改',
    en: '“{name}” belongs to the whole site: only accounts for all zones can change it',
    kr: '“{name}”은(는) 사이트 전체에 속하므로 모든 구역을 담당하는 계정만 변경할 수 있습니다',
  },
  'media.inUse': {
    cn: '“{name}”正在使用，不能删除：{users}',
    en: '“{name}” is in use and cannot be deleted: {users}',
    kr: '“{name}”은(는) 사용 중이므로 삭제할 수 없습니다: {users}',
  },
  'media.groupNotEmpty': {
    cn: '分组“{name}”中仍有 {count} 个文件',
    en: 'Group “{name}” still contains files ({count})',
    kr: '그룹 “{name}”에 아직 파일이 {count}개 있습니다',
  },
  'media.speechFailed': {
    cn: '语音合成失败：{reason}',
    en: 'The text could not be synthesised: {reason}',
    kr: '음성 합성에 실패했습니다: {reason}',
  },
  'media.speechEmpty': {
    cn: '文本中没有可朗读的内容',
    en: 'The text contains nothing that can be spoken',
    kr: '텍스트에 읽을 수 있는 내용이 없습니다',
  },
  'media.speechEngineFailed': {
    cn: '语音合成引擎出错',
    en: 'The speech engine failed',
    kr: '음성 합성 엔진에 오류가 발생했습니다',
  },
  'media.speechTooSlow': {
    cn: '语音合成超时，已停止',
    en: 'Synthesising the text took too long and was stopped',
    kr: '음성 합성 시간이 초과되어 중단되었습니다',
  },
  'media.speechLost': {
    cn: '已合成的语音文件丢失，请重新生成',
    en: 'The synthesised text is missing on the server. Process it again',
    kr: '합성된 음성 파일이 없어졌습니다. 다시 생성하세요',
  },
  'media.groupHoldsTexts': {
    cn: '分组“{name}”中仍有 {count} 条文本',
    en: 'Group “{name}” still contains texts ({count})',
    kr: '그룹 “{name}”에 아직 텍스트가 {count}개 있습니다',
  },
  'media.groupHoldsStations': {
    cn: '分组“{name}”中仍有 {count} 个电台',
    en: 'Group “{name}” still contains stations ({count})',
    kr: '그룹 “{name}”에 아직 방송국이 {count}개 있습니다',
  },
  'media.radioUnreachable': {
    cn: '无法接收电台：{reason}',
    en: 'The station cannot be received: {reason}',
    kr: '라디오 방송을 수신할 수 없습니다: {reason}',
  },
} as const satisfies Messages;
