import { Deliveries } from "../access/deliveries.tsx";
import { Keys } from "../access/keys.tsx";
import { WebhookSecret } from "../access/webhook-secret.tsx";
import { texts } from "../texts/en.ts";
import { ScreenTitle } from "../view/screen-title.tsx";

/** What programs use: the keys of the account, and its webhooks. */
export const AccessScreen = () => (
  <>
    <ScreenTitle title={texts.navigation.access} />
    <Keys />
    <section>
      <h2>{texts.webhooks.title}</h2>
      <WebhookSecret />
      <Deliveries />
    </section>
  </>
);
