/** An error response of an AWS service: error name, message and HTTP status. */
export class ServiceError extends Error {
  override readonly name: string;
  readonly status: number;

  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}
