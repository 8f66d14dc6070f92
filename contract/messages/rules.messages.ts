import type { Messages } from './types.ts';

/** Texts of the validation rules; `rules.ts` raises these keys. The console's locales hold the same. */
export const ruleMessages = {
  'rules.required': { cn: '请输入{field}！', en: 'Please enter {field}!', kr: '{field} 값을 입력하세요!' },
  'rules.length': {
    cn: '长度在 {min} 到 {max} 个字符之间！',
    en: 'Length between {min} and {max} characters!',
    kr: '길이는 {min}자에서 {max}자 사이여야 합니다!',
  },
  'rules.lengthMin': {
    cn: '至少 {min} 个字符！',
    en: 'At least {min} characters!',
    kr: '{min}자 이상이어야 합니다!',
  },
  'rules.lettersAndDigits': {
    cn: '须为字母和数字的组合，不能全是数字或全是字母',
    en: 'Combine letters and digits: not all digits, not all letters',
    kr: '문자와 숫자를 조합하세요. 숫자나 문자로만 이루어질 수 없습니다',
  },
  'rules.password': {
    cn: '请输入数字和字母，长度至少 8 位',
    en: 'Enter digits and letters, length at least 8',
    kr: '숫자와 문자를 8자 이상 입력하세요',
  },
  'rules.passwordCommon': {
    cn: '该密码过于常见，容易被猜到，请换一个',
    en: 'This password is very common and easy to guess. Choose another',
    kr: '너무 흔한 비밀번호라 쉽게 추측됩니다. 다른 비밀번호를 사용하세요',
  },
  'rules.passwordName': {
    cn: '密码不能只由账号或姓名加少量字符组成',
    en: 'The password is too similar to the account name. Choose another',
    kr: '계정이나 이름에 몇 글자만 더한 비밀번호는 사용할 수 없습니다',
  },
  'rules.passwordMax': {
    cn: '密码最多 {max} 位',
    en: 'The password may have at most {max} characters',
    kr: '비밀번호는 최대 {max}자입니다',
  },
  'rules.passwordSpecial': {
    cn: '8 到 100 个字符且不含空格，须包含数字、字母、特殊字符 ~!@#$%^&*()_<> 中的至少两种',
    en: '8 to 100 characters without spaces, at least two of digits, letters and special characters ~!@#$%^&*()_<>',
    kr: '공백 없이 8~100자이며 숫자, 문자, 특수 문자 ~!@#$%^&*()_<> 중 두 종류 이상을 포함해야 합니다',
  },
  'rules.passwordStrength': {
    cn: '密码强度不足：至少 8 位且不含空格，须包含小写字母、大写字母、数字、其他符号中的至少三种',
    en: 'Weak password: at least 8 characters without spaces, three of lowercase, uppercase, digits and other symbols',
    kr: '비밀번호가 약합니다. 공백 없이 8자 이상이며 소문자, 대문자, 숫자, 기타 기호 중 세 종류 이상을 포함해야 합니다',
  },
  'rules.confirmRequired': {
    cn: '请再次输入密码',
    en: 'Enter the password again',
    kr: '비밀번호를 다시 입력하세요',
  },
  'rules.confirmDiffers': {
    cn: '两次输入的密码不一致',
    en: 'The two passwords differ',
    kr: '두 비밀번호가 일치하지 않습니다',
  },
  'rules.userNumber': {
    cn: '只能输入数字或字母',
    en: 'Digits or letters only',
    kr: '숫자 또는 문자만 입력할 수 있습니다',
  },
  'rules.idCard': {
    cn: '请输入正确的身份证号码',
    en: 'Enter a correct ID card number',
    kr: '올바른 신분증 번호를 입력하세요',
  },
  'rules.dialogueCode': {
    cn: '对讲码须为 8 位，只能包含 A-F 或 0-9',
    en: 'The dialogue code is exactly 8 characters from A-F or 0-9',
    kr: '통화 코드는 A-F 또는 0-9로 이루어진 8자여야 합니다',
  },
  'rules.callNumber': {
    cn: '快捷号码最多 12 位数字',
    en: 'A quick number has up to 12 digits',
    kr: '단축 번호는 최대 12자리 숫자입니다',
  },
  'rules.zoneCode': {
    cn: '编号为 1 到 50 个字母、数字、- 或 _',
    en: 'A code has 1 to 50 letters, digits, - or _',
    kr: '코드는 문자, 숫자, -, _ 1~50자입니다',
  },
  'rules.terminalCode': {
    cn: '终端编号为 3 到 32 个字母、数字、- 或 _，以字母或数字开头',
    en: 'A terminal code has 3 to 32 letters, digits, - or _ and begins with a letter or digit',
    kr: '단말 코드는 문자, 숫자, -, _ 3~32자이며 문자나 숫자로 시작합니다',
  },
  'rules.callNumberNeeded': {
    cn: '请输入 1 到 12 位数字的快捷号码',
    en: 'Enter a quick number of 1 to 12 digits',
    kr: '1~12자리 숫자의 단축 번호를 입력하세요',
  },
  'rules.quickCode': {
    cn: '快捷码为 1 到 8 位数字',
    en: 'A quick code has 1 to 8 digits',
    kr: '단축 코드는 1~8자리 숫자입니다',
  },
  'rules.selectTask': { cn: '请选择任务', en: 'Please select a task', kr: '작업을 선택하세요' },
  'rules.selectStation': {
    cn: '请选择一个被叫终端或虚拟分控',
    en: 'Please select one station or virtual caster to call',
    kr: '호출할 단말 또는 가상 페이징 콘솔을 하나 선택하세요',
  },
  'rules.phoneNumber': {
    cn: '电话号码为 1 到 32 个字母、数字或 + . _ -',
    en: 'A phone number has 1 to 32 letters, digits, or + . _ -',
    kr: '전화번호는 1~32자의 영문자, 숫자 또는 + . _ - 입니다',
  },
  'rules.callee': {
    cn: '请输入快捷号码或 8 位对讲码',
    en: 'Enter a quick number or a dialogue code of 8 characters',
    kr: '단축 번호 또는 8자리 통화 코드를 입력하세요',
  },
  'rules.selectCaster': {
    cn: '请选择分控，同一分控只能选一次',
    en: 'Please select casters, each only once',
    kr: '페이징 콘솔을 선택하세요. 같은 페이징 콘솔은 한 번만 선택할 수 있습니다',
  },
  'rules.dateOrder': {
    cn: '开始日期不能晚于结束日期',
    en: 'The start date must not be after the end date',
    kr: '시작 날짜는 종료 날짜보다 늦을 수 없습니다',
  },
  'rules.date': { cn: '请输入有效的日期', en: 'Enter a valid date', kr: '올바른 날짜를 입력하세요' },
  'rules.time': { cn: '请输入有效的时间', en: 'Enter a valid time', kr: '올바른 시간을 입력하세요' },
  'rules.duration': {
    cn: '时长必须大于 0',
    en: 'The duration must be greater than 0',
    kr: '길이는 0보다 커야 합니다',
  },
  'rules.deviceName': {
    cn: '自定义名称不能为空，且不能与原名称相同',
    en: 'The custom name must not be empty and must differ from the name',
    kr: '사용자 지정 이름은 비워 둘 수 없으며 원래 이름과 달라야 합니다',
  },
  'rules.selectMedia': { cn: '请选择媒体文件', en: 'Please select media', kr: '미디어를 선택하세요' },
  'rules.selectTts': { cn: '请选择 TTS 文本', en: 'Please select a TTS text', kr: 'TTS 텍스트를 선택하세요' },
  'rules.selectRadio': {
    cn: '请选择电台',
    en: 'Please select a radio station',
    kr: '라디오 방송국을 선택하세요',
  },
  'rules.selectCapturer': {
    cn: '请选择采集器或通道',
    en: 'Please select a capturer or channel',
    kr: '수집기 또는 채널을 선택하세요',
  },
  'rules.selectDevice': { cn: '请选择终端', en: 'Please select a device', kr: '단말을 선택하세요' },
  'rules.selectOrg': { cn: '请选择分区', en: 'Please select a partition', kr: '구역을 선택하세요' },
  'rules.invalid': { cn: '内容无效', en: 'Not valid', kr: '올바르지 않은 값입니다' },
  'rules.number': { cn: '请输入数字', en: 'Enter a number', kr: '숫자를 입력하세요' },
  'rules.min': { cn: '不能小于 {min}', en: 'Not less than {min}', kr: '{min}보다 작을 수 없습니다' },
  'rules.max': { cn: '不能大于 {max}', en: 'Not more than {max}', kr: '{max}보다 클 수 없습니다' },
  'rules.itemsMin': { cn: '至少选择 {min} 项', en: 'Select at least {min}', kr: '{min}개 이상 선택하세요' },
  'rules.itemsMax': {
    cn: '最多选择 {max} 项',
    en: 'Select at most {max}',
    kr: '최대 {max}개까지 선택할 수 있습니다',
  },
  'rules.choice': { cn: '请选择有效的选项', en: 'Select one of the options', kr: '올바른 항목을 선택하세요' },
  'rules.unknownField': {
    cn: '未知字段：{fields}',
    en: 'Unknown field: {fields}',
    kr: '알 수 없는 필드: {fields}',
  },
  'rules.streamUrl': {
    cn: '请输入 http:// 或 https:// 开头的流地址',
    en: 'Enter the address of a stream that begins with http:// or https://',
    kr: 'http:// 또는 https://로 시작하는 스트림 주소를 입력하세요',
  },
  'rules.snmpAddress': {
    cn: '请输入 SNMP 地址，例如 snmp://10.0.0.9，或带用户名 snmp://tocsin@10.0.0.9（SNMPv3）',
    en: 'Enter an SNMP address, such as snmp://10.0.0.9, or snmp://tocsin@10.0.0.9 with a user (SNMPv3)',
    kr: 'SNMP 주소를 입력하세요. 예: snmp://10.0.0.9, 사용자 포함 snmp://tocsin@10.0.0.9 (SNMPv3)',
  },
  'rules.snmpAgentAddress': {
    cn: '请输入本机监听地址，例如 snmp://0.0.0.0:1161，或带用户名 snmp://tocsin@0.0.0.0:1161（SNMPv3）',
    en: 'Enter the address to listen on, such as snmp://0.0.0.0:1161, or snmp://tocsin@0.0.0.0:1161 with a user (SNMPv3)',
    kr: '수신 대기 주소를 입력하세요. 예: snmp://0.0.0.0:1161, 사용자 포함 snmp://tocsin@0.0.0.0:1161 (SNMPv3)',
  },
  'rules.snmpPeers': {
    cn: '请至少输入一个允许的 IP 地址',
    en: 'Enter at least one allowed IP address',
    kr: '허용할 IP 주소를 하나 이상 입력하세요',
  },
  'rules.snmpSecret': {
    cn: '请输入团体名；地址带用户名时，请输入至少 8 个字符的密码',
    en: 'Enter the community; for an address with a user, a password of at least 8 characters',
    kr: '커뮤니티를 입력하세요. 주소에 사용자가 있으면 8자 이상의 비밀번호를 입력하세요',
  },
  'rules.mqttAddress': {
    cn: '请输入 MQTT 地址，例如 mqtts://tocsin@10.0.0.9/school，不含密码',
    en: 'Enter an MQTT address without a password, such as mqtts://tocsin@10.0.0.9/school',
    kr: '비밀번호 없이 MQTT 주소를 입력하세요. 예: mqtts://tocsin@10.0.0.9/school',
  },
  'rules.telephoneAddress': {
    cn: '请输入 SIP 地址，例如 sip:4001@10.0.0.5 或 sip:10.0.0.5;transport=tcp',
    en: 'Enter a SIP address, such as sip:4001@10.0.0.5 or sip:10.0.0.5;transport=tcp',
    kr: 'SIP 주소를 입력하세요. 예: sip:4001@10.0.0.5 또는 sip:10.0.0.5;transport=tcp',
  },
  'rules.pin': {
    cn: '每个号码都需要 4 至 12 位数字的 PIN',
    en: 'Each code needs a PIN of 4 to 12 digits',
    kr: '각 번호에는 4~12자리 PIN이 필요합니다',
  },
  'rules.codeTwice': {
    cn: '同一号码只能出现一次',
    en: 'Each code may occur only once',
    kr: '같은 번호는 한 번만 사용할 수 있습니다',
  },
  'rules.selectAccount': {
    cn: '请选择账号',
    en: 'Please select an account',
    kr: '계정을 선택하세요',
  },
  'rules.syslogAddress': {
    cn: '请输入 syslog 地址，例如 udp://10.0.0.9:514、tcp://… 或 tls://…',
    en: 'Enter a syslog address, such as udp://10.0.0.9:514, tcp://… or tls://…',
    kr: 'syslog 주소를 입력하세요. 예: udp://10.0.0.9:514, tcp://… 또는 tls://…',
  },
  'rules.serverAddress': {
    cn: '请输入服务器地址，例如 http://10.0.0.5:8080',
    en: 'Enter the address of a server, such as http://10.0.0.5:8080',
    kr: '서버 주소를 입력하세요. 예: http://10.0.0.5:8080',
  },
  'rules.hostName': {
    cn: '请输入 IP 地址或主机名',
    en: 'Enter an IP address or a host name',
    kr: 'IP 주소 또는 호스트 이름을 입력하세요',
  },
  'rules.url': { cn: '请输入有效的地址', en: 'Enter a valid address', kr: '올바른 주소를 입력하세요' },
  'rules.selectWeekday': {
    cn: '请选择星期',
    en: 'Please select a weekday',
    kr: '요일을 선택하세요',
  },
  'rules.selectDayType': {
    cn: '请选择日类型',
    en: 'Please select a day type',
    kr: '일과 유형을 선택하세요',
  },
  'rules.dayTypeTwice': {
    cn: '日类型名称重复',
    en: 'Another day type has this name',
    kr: '같은 이름의 일과 유형이 있습니다',
  },
  'rules.weekdayTwice': {
    cn: '一个星期只能属于一种日类型',
    en: 'A weekday has one day type at most',
    kr: '한 요일에는 일과 유형이 하나만 있습니다',
  },
  'rules.selectPlan': {
    cn: '请选择计划',
    en: 'Please select a plan',
    kr: '계획을 선택하세요',
  },
  'rules.selectControl': {
    cn: '请选择控制动作',
    en: 'Please select a control action',
    kr: '제어 동작을 선택하세요',
  },
  'rules.endTime': {
    cn: '结束时间不能与开始时间相同',
    en: 'The end time must differ from the start time',
    kr: '종료 시간은 시작 시간과 달라야 합니다',
  },
  'rules.endNeeded': {
    cn: '循环播放或持续的音源须设置结束时间、时长或次数',
    en: 'A source without an end needs an end time, a duration or a count',
    kr: '스스로 끝나지 않는 재생에는 종료 시간, 길이 또는 횟수가 필요합니다',
  },
  'rules.selectLinkage': {
    cn: '请选择联动任务',
    en: 'Please select a linkage task',
    kr: '연동 작업을 선택하세요',
  },
  'rules.selectFirstLinkage': {
    cn: '报警开始时不会有任何动作：请为第一步选择联动任务、输出或 GPIO 任务',
    en: 'Nothing would happen when the alarm begins: select a linkage task, an output or a GPIO task for the first phase',
    kr: '경보가 시작될 때 아무 동작도 없습니다. 첫 단계의 연동 작업, 출력 또는 GPIO 작업을 선택하세요',
  },
  'rules.selectFireDevice': {
    cn: '请选择报警终端',
    en: 'Please select an alarm terminal',
    kr: '경보 단말을 선택하세요',
  },
  'rules.selectInput': { cn: '请选择输入', en: 'Please select an input', kr: '입력을 선택하세요' },
  'rules.selectOutput': { cn: '请选择输出', en: 'Please select an output', kr: '출력을 선택하세요' },
  'rules.webhookSecret': {
    cn: '请输入 24 至 64 字节的 Base64 密钥',
    en: 'Enter a secret: base64 of 24 to 64 bytes',
    kr: '24~64바이트의 Base64 비밀 키를 입력하세요',
  },
  'rules.selectEvent': {
    cn: '请选择要通知的内容',
    en: 'Please select the events to send',
    kr: '알릴 내용을 선택하세요',
  },
  'rules.selectAlarmPlan': {
    cn: '请选择报警预案',
    en: 'Please select an alarm plan',
    kr: '비상방송 시나리오를 선택하세요',
  },
  'rules.multicastAddress': {
    cn: '请输入组播地址（224.0.0.0 至 239.255.255.255）',
    en: 'Enter a multicast address (224.0.0.0 to 239.255.255.255)',
    kr: '멀티캐스트 주소(224.0.0.0~239.255.255.255)를 입력하세요',
  },
  'rules.sipAddress': {
    cn: '请输入分机和主机，如 4001@10.0.0.5',
    en: 'Enter an extension and host, such as 4001@10.0.0.5',
    kr: '4001@10.0.0.5처럼 내선과 호스트를 입력하세요',
  },
  'rules.loudspeakerUrl': {
    cn: '请输入地址，如 https://10.0.0.7 或 rtsp://10.0.0.8/stream，不含用户名',
    en: 'Enter an address such as https://10.0.0.7 or rtsp://10.0.0.8/stream, without a user name',
    kr: 'https://10.0.0.7 또는 rtsp://10.0.0.8/stream처럼 사용자 이름 없이 주소를 입력하세요',
  },
  'rules.loudspeakerUser': {
    cn: '用户名不能包含引号和冒号',
    en: 'A user name contains no quotation marks and colons',
    kr: '사용자 이름에는 따옴표와 콜론을 쓸 수 없습니다',
  },
  'rules.loudspeakerPassword': {
    cn: '请输入音箱账号的密码',
    en: 'Enter the password of the account of the loudspeaker',
    kr: '스피커 계정의 비밀번호를 입력하세요',
  },
  'rules.fingerprint': {
    cn: '请输入证书的 SHA-256 指纹（64 位十六进制）',
    en: 'Enter the SHA-256 fingerprint of the certificate, 64 hexadecimal digits',
    kr: '인증서의 SHA-256 지문(16진수 64자리)을 입력하세요',
  },
  'rules.place': {
    cn: '请输入纬度和经度（度），例如 31.2304,121.4737',
    en: 'Enter latitude and longitude in degrees, such as 31.2304,121.4737',
    kr: '위도와 경도를 도 단위로 입력하세요. 예: 31.2304,121.4737',
  },
  'rules.evenPort': {
    cn: 'RTP 端口必须是偶数',
    en: 'RTP ports are even',
    kr: 'RTP 포트는 짝수여야 합니다',
  },
  'rules.ipAddress': {
    cn: '请输入 IPv4 地址',
    en: 'Enter an IPv4 address',
    kr: 'IPv4 주소를 입력하세요',
  },
  'rules.packetTime': {
    cn: '此编码不支持该每包时长',
    en: 'The codec does not allow this packet time',
    kr: '이 코덱에서 사용할 수 없는 패킷 시간입니다',
  },
  'rules.levelOrder': {
    cn: '起始级别必须逐级递增',
    en: 'Each level must begin above the one before',
    kr: '각 단계는 앞 단계보다 높아야 합니다',
  },
  'rules.levelAddress': {
    cn: '此地址已用于另一级别',
    en: 'Another level already uses this address',
    kr: '다른 단계에서 사용하는 주소입니다',
  },
  'rules.levelNumber': {
    cn: '按此厂商的规则，编号的优先级必须高于上一级别',
    en: 'By this maker’s numbers it must be higher than the level before',
    kr: '제조사 번호 체계에서 앞 단계보다 우선순위가 높아야 합니다',
  },
  'rules.levelRange': {
    cn: '此厂商没有该编号',
    en: 'This maker has no such number',
    kr: '이 제조사에 없는 번호입니다',
  },
  'rules.pageCaller': {
    cn: '请输入 1 至 13 个英文字符',
    en: 'Enter 1 to 13 characters of ASCII',
    kr: 'ASCII 문자 1~13자를 입력하세요',
  },
} as const satisfies Messages;
