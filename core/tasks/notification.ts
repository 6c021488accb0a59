import * as z from "zod";
import { checkedUrl } from "../egress/download-rules.ts";
import type { EgressPolicy } from "../egress/source-url.ts";

/** Kinds of events that a task can subscribe to. Source: specification, "Notification object". */
export const notificationKinds = ["transcript", "render", "renderProgress", "tool"] as const;
export const notificationKindSchema = z.enum(notificationKinds).meta({ id: "NotificationKind" });
export type NotificationKind = (typeof notificationKinds)[number];

/** The `notification` of a create request, stored in the task's record. */
export const notificationSchema = z
  .strictObject({
    recipient: z
      .string()
      .min(1)
      .max(2048)
      .meta({ description: "Public http or https URL that accepts a POST." }),
    type: z.literal("webhook"),
    notificationsFor: z.array(notificationKindSchema).min(1).max(4),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notificationSchema>;

/**
 * Returns the subscription as a task stores it, with each kind once. Only the text of the recipient's URL is checked; host
 * names are checked at each attempt, when they are resolved. Throws NamedError ValidationFailed or AddressNotAllowed,
 * naming `notification.recipient`.
 */
export const checkNotification = (given: Notification, policy: EgressPolicy): Notification => {
  checkedUrl(given.recipient, policy, "notification.recipient");
  return { ...given, notificationsFor: [...new Set(given.notificationsFor)] };
};
