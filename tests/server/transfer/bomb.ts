import { deflateRawSync } from 'node:zlib';

/** Bytes of spaces, a gigabyte. */
const BOMB = 1_000_000_000;

/** Decompression bombs: two XLSX files with a gigabyte of spaces, of which the second declares a small size. */
export function bombs(): Buffer[] {
  const sheet = deflateRawSync(Buffer.alloc(BOMB, ' '), { level: 1 });
  return [BOMB, 100].map((size) => workbook(sheet, size));
}

/** XLSX with a single, compressed sheet that declares this size. */
function workbook(sheet: Buffer, size: number): Buffer {
  const name = Buffer.from('[Content_Types].xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(sheet.length, 18);
  local.writeUInt32LE(size, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(sheet.length, 20);
  central.writeUInt32LE(size, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + sheet.length, 16);
  return Buffer.concat([local, name, sheet, central, name, end]);
}
