import { setTimeout as delay } from "node:timers/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { systemPath } from "../../bin/testing/test-path.ts";
import { findOnPath } from "../../local/setup/find-on-path.ts";
import { sharedClient } from "../integration/client.ts";

/** Waits until a check holds. */
export const until = async (what: string, check: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 120_000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`waited too long until ${what}`);
    await delay(50);
  }
};

export const launchBrowser = (): Promise<Browser> => {
  const executablePath = findOnPath("chromium", systemPath());
  if (executablePath === null)
    throw new Error("Chromium is not installed; npm run test:optional installs it");
  // Root cannot use Chromium's sandbox, and a container has no large /dev/shm.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
};

/**
 * Whether the focused element, or the label that is shown in its place, has an outline. The page itself has none, and the
 * browser draws that of its own controls of a video.
 */
const isFocusVisible = `(() => {
  const focused = document.activeElement;
  if (focused.matches("body, video")) return true;
  return [focused, focused.closest("label")].some((one) =>
    one !== null && getComputedStyle(one).outlineStyle !== "none" && Number.parseFloat(getComputedStyle(one).outlineWidth) > 0);
})()`;

/** A tab of the console, with the errors and requests to other origins that must not occur. */
export class ConsoleTab {
  readonly page: Page;
  readonly faults: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    const { origin } = new URL(sharedClient().baseUrl);
    page.on("console", (message) => {
      // The browser reports every response of 400 and above; the tests that cause them check the page.
      const isResponse = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isResponse) this.faults.push(message.text());
    });
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) this.faults.push(`request to ${url}`);
    });
  }

  /** Opens a path of the console, signed in with the service's own key or another one. */
  static async open(
    context: BrowserContext,
    path = "",
    key: string = sharedClient().apiKey,
  ): Promise<ConsoleTab> {
    const tab = new ConsoleTab(await context.newPage());
    await tab.page.goto(`${sharedClient().baseUrl}/console${path}#key=${key}`);
    return tab;
  }

  /** Opens the console without a key. */
  static async openSignedOut(context: BrowserContext): Promise<ConsoleTab> {
    const tab = new ConsoleTab(await context.newPage());
    await tab.page.goto(`${sharedClient().baseUrl}/console`);
    return tab;
  }

  /** The words of the editor as they are shown, with single spaces. */
  async words(): Promise<string> {
    const texts = await this.page.locator(".words [data-index], .words .editing").allTextContents();
    return texts.join(" ");
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Waits for an element and presses Tab until it has the focus. Notes as a fault if the focus is not visible on the way. */
  async tabTo(element: Locator): Promise<void> {
    await element.waitFor();
    for (let presses = 0; presses < 120; presses++) {
      await this.page.keyboard.press("Tab");
      if (!(await this.page.evaluate<boolean>(isFocusVisible)))
        this.faults.push(`no visible focus: ${await this.page.evaluate("document.activeElement.outerHTML")}`);
      if ((await element.and(this.page.locator(":focus")).count()) > 0) return;
    }
    throw new Error("Tab does not reach the element");
  }

  /** Names of the rules that axe finds violated with serious or critical impact. */
  async accessibilityViolations(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }
}
