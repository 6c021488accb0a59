import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { createEventBridgePublisher } from "../../adapters/aws/event-bridge-publisher.ts";
import { publishedEvents } from "../../core/api/published-events.ts";
import type { BusEvent } from "../../core/events/outbox.ts";

const folder = resolve(import.meta.dirname, "../../docs/events");
const ajv = new Ajv2020({ allErrors: true });
// The types of this CommonJS package differ from what Node imports.
(formats as unknown as (of: Ajv2020) => void)(ajv);

export const schemaFile = (name: string): string => readFileSync(resolve(folder, name), "utf8");

export interface DeliveredEvent {
  "detail-type": string;
  detail: object;
}

/** Returns how an event differs from the schemas in docs/events; fields that they do not list are errors too. */
export const complaints = (event: DeliveredEvent): string[] => {
  const name = `${event["detail-type"].toLowerCase().replaceAll(" ", "-")}.v1.schema.json`;
  const validate = ajv.compile(JSON.parse(schemaFile(name)));
  const listed = Object.keys(
    publishedEvents[event["detail-type"] as keyof typeof publishedEvents].detail.shape,
  );
  return [
    ...(validate(event) ? [] : (validate.errors ?? []).map((error) => ajv.errorsText([error]))),
    ...Object.keys(event.detail).filter((field) => !listed.includes(field)),
  ];
};

/** Returns events as the target of a rule gets them. */
export const asDelivered = async (events: readonly BusEvent[]): Promise<DeliveredEvent[]> => {
  const delivered: DeliveredEvent[] = [];
  const send = async ({ input }: PutEventsCommand) => {
    for (const { Source, DetailType = "", Detail = "", Time, Resources } of input.Entries ?? []) {
      delivered.push({
        ...{ version: "0", id: "bus-id", account: "123456789012", region: "eu-central-1" },
        ...{ source: Source, time: Time?.toISOString(), resources: Resources },
        "detail-type": DetailType,
        detail: JSON.parse(Detail),
      });
    }
    return { FailedEntryCount: 0 };
  };
  await createEventBridgePublisher("bus", { send } as unknown as EventBridgeClient).publish(events);
  return delivered;
};
