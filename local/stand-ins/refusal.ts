/** An error of an AWS service that speaks JSON 1.1: its name is the `__type` of the answer. */
export class Refusal extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string, status = 400) {
    super(message);
    this.type = type;
    this.status = status;
  }
}
