import { expect, test } from "@jest/globals";
import { media, sharedClient } from "../integration/client.ts";
import { admin, newAccount, sharedOperator } from "../integration/operator.ts";
import { ConsoleTab } from "./browser.ts";
import { browserForTests } from "./browser-for-tests.ts";
import { transcript } from "./console-tasks.ts";

const context = browserForTests(60_000);

/** What is wrong with the page: findings of axe, and what does not fit a narrow screen. */
const faultsOf = async (tab: ConsoleTab): Promise<string[]> => {
  const name = new URL(tab.page.url()).pathname;
  const found = (await tab.accessibilityViolations()).map((fault) => `${name} ${fault}`);
  await tab.page.setViewportSize({ width: 360, height: 740 });
  const width = await tab.page.evaluate<number>("document.documentElement.scrollWidth");
  await tab.page.setViewportSize({ width: 1280, height: 900 });
  return width > 360 ? [...found, `${name} is ${width} px wide`] : found;
};

test("the operator finds a failed task, its history and its account, and no screen of an account", async () => {
  const { client } = newAccount("Seen-by-operator");
  const { body: audio } = await client.upload(media("audio/ae_mono.mp3"));
  const taskId = await client.createTask(audio.id, {
    transcript,
    notification: {
      type: "webhook",
      recipient: "http://127.0.0.1:9/hook?token=1",
      notificationsFor: ["render"],
    },
  });
  const { error } = await client.waitForTask(audio.id, taskId, ["failed"]);
  const tab = await ConsoleTab.open(context(), "", sharedOperator().apiKey);
  const { page, faults } = tab;
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByRole("row", { name: /^Waiting for approval/ }).waitFor();
  expect(await page.getByRole("link", { name: "Videos" }).count()).toBe(0);
  faults.push(...(await faultsOf(tab)));

  await page.getByRole("definition").getByRole("link").first().click();
  const row = page.getByRole("row", { name: taskId });
  await row.getByText(error ?? "").waitFor();
  faults.push(...(await faultsOf(tab)));
  await row.getByRole("link", { name: taskId }).click();
  await page.getByRole("heading", { name: `Task ${taskId}` }).waitFor();
  await page.getByRole("row", { name: /^PrepareTask .*AudioSourceRequiresTransparent$/ }).waitFor();
  await page.getByRole("cell", { name: "http://127.0.0.1:9/hook?…" }).waitFor();
  faults.push(...(await faultsOf(tab)));

  await page.getByRole("definition").getByRole("link").first().click();
  await page.getByRole("heading", { name: "Seen-by-operator" }).waitFor();
  await page.getByText("10 GB").or(page.getByText("11 GB")).waitFor();
  faults.push(...(await faultsOf(tab)));
  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("row", { name: /^Seen-by-operator/ }).waitFor();
  faults.push(...(await faultsOf(tab)));
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByLabel("State").selectOption("Retrying");
  await page.getByRole("link", { name: "render: failed" }).first().waitFor();
  faults.push(...(await faultsOf(tab)));
  expect(faults).toEqual([]);
});

test("a key that is revoked signs the user out with the reason, and no key of an account opens the operator's part", async () => {
  const { keyId, operatorKey } = admin<{ keyId: string; operatorKey: string }>(
    "operator-keys create --name Browser",
  );
  const { page } = await ConsoleTab.open(context(), "/operator/tasks", operatorKey);
  await page.getByRole("heading", { name: "Tasks" }).waitFor();
  admin(`operator-keys revoke --key ${keyId} --yes`);
  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByText("Your API key is no longer accepted.").waitFor();
  await page.getByLabel("API key").fill(sharedClient().apiKey);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Home" }).waitFor();
  expect(await page.getByRole("link", { name: "Accounts" }).count()).toBe(0);
});
