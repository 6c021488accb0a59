/** The condition of a write failed, because the record was modified after it was read. Read it again and retry. */
export class WriteConflict extends Error {
  override readonly name = "WriteConflict";
}
