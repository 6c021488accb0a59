import { z } from "zod";
import { checkedHop } from "../egress/download-rules.ts";
import type { EgressPolicy } from "../egress/source-url.ts";

/** What a subscriber may ask to be told of. Source: specification, "Notification object". */
export const notificationKinds = ["transcript", "render", "renderProgress", "tool"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The `notification` of a create request, and what a task's record keeps of it. */
export const notificationSchema = z.strictObject({
  recipient: z
    .string()
    .min(1)
    .max(2048)
    .meta({ description: "Address that takes a POST; http or https, reachable from the internet." }),
  type: z.literal("webhook"),
  notificationsFor: z.array(z.enum(notificationKinds)).min(1).max(4),
});
export type Notification = z.infer<typeof notificationSchema>;

/**
 * The subscription in the form that a task keeps: each kind once. The recipient is looked at as text only; names are
 * checked when they are resolved, at each try. Throws NamedError ValidationFailed or AddressNotAllowed, naming
 * `notification.recipient`.
 */
export const checkedNotification = (given: Notification, policy: EgressPolicy): Notification => {
  checkedHop(given.recipient, policy, "notification.recipient");
  return { ...given, notificationsFor: [...new Set(given.notificationsFor)] };
};
