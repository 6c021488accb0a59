import { describe, expect, test } from "@jest/globals";
import { emulatorEnvironment } from "../../../../local/emulator/environment.ts";
import { localPaths } from "../../../../local/paths.ts";

describe("engineEnvironment", () => {
  const paths = localPaths("/repo", "/data");
  const settings = {
    publicUrl: "http://127.0.0.1:8787",
    linkKey: "key",
    strictEgress: false,
    webhookDelays: null,
    renderParallel: null,
    segmentSeconds: null,
    transcriber: null,
    clipCutter: null,
    hasDub: false,
    serviceEmulators: {
      url: "http://127.0.0.1:4700",
      translation: { pairs: ["es>pt"], roughPairs: [], hasModel: false, hasSpeechTranslation: true },
    },
  };

  test("contains no credentials of the user, and has the pinned Node first on PATH", () => {
    const environment = emulatorEnvironment(paths, settings, {
      HOME: "/home/me",
      PATH: "/usr/bin",
      AWS_PROFILE: "production",
      AWS_SESSION_TOKEN: "secret",
      NODE_OPTIONS: "--inspect",
    });
    expect(environment).toMatchObject({
      HOME: "/home/me",
      PATH: "/repo/node_modules/node/bin:/usr/bin",
      AWS_ACCESS_KEY_ID: "test",
      CAPSTACK_EGRESS: "loopback",
      AWS_ENDPOINT_URL_TRANSLATE: "http://127.0.0.1:4700",
      CAPSTACK_TRANSLATION:
        '{"pairs":["es>pt"],"roughPairs":[],"hasModel":false,"hasSpeechTranslation":true}',
    });
    expect(Object.keys(environment)).not.toContain("AWS_PROFILE");
    expect(Object.keys(environment)).not.toContain("AWS_SESSION_TOKEN");
    expect(Object.keys(environment)).not.toContain("NODE_OPTIONS");
  });

  test("names the voice engine when it is set up", () => {
    expect(emulatorEnvironment(paths, settings, {})).toMatchObject({ CAPSTACK_DUBBER: "none" });
    expect(emulatorEnvironment(paths, { ...settings, hasDub: true }, {})).toMatchObject({
      CAPSTACK_DUBBER: "kokoro",
      CAPSTACK_DUB_WEIGHTS: "/repo/.local/dub-weights",
    });
    const withKey = { CAPSTACK_ELEVENLABS_KEY: "key" };
    expect(emulatorEnvironment(paths, { ...settings, hasDub: true }, withKey)).toMatchObject({
      CAPSTACK_DUBBER: "elevenlabs",
      CAPSTACK_ELEVENLABS_KEY: "key",
    });
    expect(emulatorEnvironment(paths, settings, withKey)).toMatchObject({ CAPSTACK_DUBBER: "none" });
  });

  test("allows loopback addresses unless egress is strict", () => {
    expect(emulatorEnvironment(paths, { ...settings, strictEgress: true }, {})).not.toHaveProperty(
      "CAPSTACK_EGRESS",
    );
  });
});
