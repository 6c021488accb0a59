/** Returns a font file that contains these tables. Source: OpenType specification, "Table Directory". */
export const buildSfnt = (tables: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> => {
  const chosen = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  let offset = 12 + 16 * chosen.length;
  const size = chosen.reduce((sum, [, data]) => sum + 4 * Math.ceil(data.length / 4), offset);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, chosen.length);
  for (const [index, [tag, data]] of chosen.entries()) {
    const entry = 12 + 16 * index;
    for (let letter = 0; letter < 4; letter += 1) view.setUint8(entry + letter, tag.charCodeAt(letter));
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, data.length);
    bytes.set(data, offset);
    offset += 4 * Math.ceil(data.length / 4);
  }
  return bytes;
};
