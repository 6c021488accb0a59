/** An error response of an AWS service: error name, message, HTTP status, and other fields of its body. */
export class ServiceError extends Error {
  override readonly name: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;

  constructor(name: string, message: string, status = 400, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = name;
    this.status = status;
    this.fields = fields;
  }
}
