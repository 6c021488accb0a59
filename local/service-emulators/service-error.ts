/** An error as an AWS service answers it: its name, and the HTTP status that goes with it. */
export class ServiceError extends Error {
  override readonly name: string;
  readonly status: number;

  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}
