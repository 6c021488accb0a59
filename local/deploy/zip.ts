import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  /** Relative path with forward slashes. */
  name: string;
  content: Buffer;
  isExecutable: boolean;
}

/** Reads every file below the folder, in the order of the names. */
export function zipEntriesIn(folder: string): ZipEntry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const isExecutable = (statSync(path).mode & 0o111) !== 0;
      return { name: relative(folder, path).split(sep).join("/"), content: readFileSync(path), isExecutable };
    })
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

const utf8Names = 0x0800;
const deflate = 8;
const madeByUnix = 3 << 8;
const version20 = 20;
/** 1 January 1980, the earliest date of the format: the same files make the same archive. */
const fixedDate = 0x0021;

/**
 * Creates a zip archive for Lambda. Limits: 4 GiB and 65,535 entries, which no function's code reaches.
 * Source: APPNOTE.TXT 6.3, sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (its end).
 */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const packed = deflateRawSync(entry.content);
    // The fields that both headers share, from the required version to the length of the extra field.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(version20, 0);
    shared.writeUInt16LE(utf8Names, 2);
    shared.writeUInt16LE(deflate, 4);
    shared.writeUInt16LE(fixedDate, 8);
    shared.writeUInt32LE(crc32(entry.content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(entry.content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from("PK\u0003\u0004"), shared, name, packed);

    const prefix = Buffer.alloc(6);
    prefix.write("PK\u0001\u0002");
    prefix.writeUInt16LE(madeByUnix | version20, 4);
    const suffix = Buffer.alloc(14);
    suffix.writeUInt32LE(((entry.isExecutable ? 0o100755 : 0o100644) << 16) >>> 0, 6);
    suffix.writeUInt32LE(offset, 10);
    centrals.push(prefix, shared, suffix, name);
    offset += 4 + shared.length + name.length + packed.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
