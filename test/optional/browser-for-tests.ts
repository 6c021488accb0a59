import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import type { Browser, BrowserContext } from "playwright-core";
import { launchBrowser } from "./browser.ts";

/**
 * Starts a browser for the tests of a file, and for each test a context, which has no cookies and nothing stored.
 *
 * @param timeoutMs how long an action waits for its element: a transcription or a render may have to wait for the machine
 * @returns returns the context of the running test
 */
export const browserForTests = (timeoutMs: number): (() => BrowserContext) => {
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(timeoutMs);
  });
  afterEach(async () => await context.close());
  afterAll(async () => await browser.close());
  return () => context;
};
