import type { TaskRequest } from "../../clients/typescript/src/client.ts";

/** What a group of fields of the form for a captioning task gets. */
export interface FieldsProps {
  request: TaskRequest;
  onChange: (request: TaskRequest) => void;
}
