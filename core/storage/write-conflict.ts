/** A conditional write found that the record had changed since it was read: read again and decide anew. */
export class WriteConflict extends Error {
  override readonly name = "StaleWrite";
}
