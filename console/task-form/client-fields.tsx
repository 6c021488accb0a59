import type { TaskRequest } from "../../clients/typescript/src/client.ts";
import type { NotificationKind } from "../../clients/typescript/src/interface.ts";
import { texts } from "../texts/en.ts";
import { Checkbox, Lines } from "../view/fields.tsx";
import { toMetadata } from "./metadata-lines.ts";
import { withField } from "./with-field.ts";

/** What both kinds of tasks accept for programs. */
type Request = Pick<TaskRequest, "notification" | "metadata">;

interface ClientFieldsProps<T extends Request> {
  request: T;
  /** The kinds of events that the task sends, those of the first choice first. */
  kinds: readonly NotificationKind[];
  onChange: (request: T) => void;
}

/** What a program gets from the task: webhooks, and its own strings with them. */
export const ClientFields = <T extends Request>({ request, kinds, onChange }: ClientFieldsProps<T>) => {
  const { notification, metadata } = request;
  const chosen = notification?.notificationsFor ?? [];
  const set = (recipient: string, notificationsFor: NotificationKind[]) => {
    const changed = recipient === "" ? undefined : { recipient, type: "webhook" as const, notificationsFor };
    onChange(withField<T, "notification">(request, "notification", changed));
  };
  return (
    <fieldset className="fields">
      <legend>{texts.client.title}</legend>
      <label className="field">
        {texts.client.recipient}
        <input
          type="url"
          placeholder="https://example.com/webhooks"
          value={notification?.recipient ?? ""}
          onChange={({ target }) => set(target.value, chosen.length > 0 ? [...chosen] : kinds.slice(0, 2))}
        />
      </label>
      {notification !== undefined &&
        kinds.length > 1 &&
        kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={texts.client.kinds[kind]}
            isChecked={chosen.includes(kind)}
            onChange={(isChecked) =>
              set(
                notification.recipient,
                isChecked ? [...chosen, kind] : chosen.filter((other) => other !== kind),
              )
            }
          />
        ))}
      <Lines
        label={texts.client.metadata}
        value={Object.entries(metadata ?? {}).map((pair) => pair.join(": "))}
        onChange={(lines) =>
          onChange(withField<T, "metadata">(request, "metadata", lines && toMetadata(lines)))
        }
      />
    </fieldset>
  );
};
