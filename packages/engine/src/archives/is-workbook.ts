/** Whether a zip archive is a workbook, which must not be unpacked. */
export function isWorkbook(filename: string, head: Buffer): boolean {
  if (/\.xls[xm]$/i.test(filename)) return true;
  if (head.length < 30) return false;
  const firstName = head.toString('latin1', 30, 30 + head.readUInt16LE(26));
  return /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/|xl\/)/.test(firstName);
}
