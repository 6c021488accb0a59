import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { eventJsonSchemas } from "../core/api/published-events.ts";

/** `npm run event-schemas`: generates docs/events from core/api/published-events.ts. */
const folder = resolve(import.meta.dirname, "../docs/events");
for (const [file, schema] of Object.entries(eventJsonSchemas())) {
  writeFileSync(resolve(folder, file), `${JSON.stringify(schema, null, 2)}\n`);
  console.log(`docs/events/${file}`);
}
