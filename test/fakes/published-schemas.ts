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
// What TypeScript sees of this CommonJS package is not what Node gives.
(formats as unknown as (of: Ajv2020) => void)(ajv);

export const schemaFile = (name: string): string => readFileSync(resolve(folder, name), "utf8");

export interface DeliveredEvent {
  "detail-type": string;
  detail: object;
}

/** What of an event is not as the files in docs/events promise; fields that they do not list are wrong here too. */
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

/** Events as a rule's target gets them, once the publisher has put them on the bus. */
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
