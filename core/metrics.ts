/** Records values of named metrics at the present time. Values of one call are one record. */
export interface Metrics<Name extends string> {
  record(values: Partial<Record<Name, number>>): void;
}
