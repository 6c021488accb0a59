import { describe, expect, test } from "@jest/globals";
import { parseArguments } from "../../../local/arguments.ts";

describe("parseArguments", () => {
  test("starts the service with its defaults without arguments", () => {
    expect(parseArguments([])).toEqual({
      action: "serve",
      port: null,
      data: null,
      strictEgress: false,
      webhookDelays: null,
      renderParallel: null,
      segmentSeconds: null,
      transcriber: null,
      clipCutter: null,
      shortTasks: false,
      translationCodes: [],
      caption: null,
    });
  });

  test("parses a file and every option", () => {
    const given = [
      ..."my video.mp4|--port|4711|--data|state|--out|out.mp4|--template|Plain".split("|"),
      ..."--language|de|--translate-to|en|--dub|--mode|greenscreen|--strict-egress|--render-parallel|3|--segment-seconds|90|--transcriber|Auto|--clip-cutter|MediaConvert|--short-tasks".split(
        "|",
      ),
    ];
    expect(parseArguments(given)).toEqual({
      action: "caption",
      port: 4711,
      data: "state",
      strictEgress: true,
      webhookDelays: null,
      renderParallel: 3,
      segmentSeconds: 90,
      transcriber: "auto",
      clipCutter: "mediaconvert",
      shortTasks: true,
      translationCodes: [],
      caption: {
        file: "my video.mp4",
        out: "out.mp4",
        template: "Plain",
        language: "de",
        translateTo: "en",
        mode: "greenScreen",
        dub: true,
      },
    });
  });

  test.each([
    [["--help"], "help"],
    [["-h"], "help"],
    [["--setup-only"], "setup"],
    [["--setup-translation", "de"], "setupTranslation"],
    [["--setup-dub"], "setupDub"],
    [["--setup-apertium"], "setupApertium"],
    [["clip.mp4"], "caption"],
  ])("parses %j as the action %s", (argv, action) => {
    expect(parseArguments(argv).action).toBe(action);
  });

  test("parses the languages of --setup-translation, separated by spaces or commas", () => {
    expect(parseArguments(["--setup-translation", "de", "FR,es"])).toMatchObject({
      translationCodes: ["de", "fr", "es"],
      caption: null,
    });
  });

  test.each([
    [["--port", "0"], "--port 0"],
    [["--port", "70000"], "--port 70000"],
    [["--port", "8o80"], "--port 8o80"],
    [["a.mp4", "b.mp4"], "b.mp4"],
    [["--render-parallel", "0"], "--render-parallel 0"],
    [["--render-parallel", "40"], "--render-parallel 40"],
    [["--segment-seconds", "1.5"], "--segment-seconds 1.5"],
    [["--transcriber", "aws"], "--transcriber aws"],
    [["--out", "x.mp4"], "--out"],
    [["--setup-translation"], "--setup-translation"],
    [["--setup-translation", "xx"], "--setup-translation xx"],
    [["--mode", "transparent"], "--mode"],
    [["a.mp4", "--mode", "wrong"], "--mode wrong"],
    [["a.mp4", "--frobnicate"], "--frobnicate"],
    [["--port"], "--port"],
    [["--data", ""], "--data"],
  ])("rejects %j and names %s", (argv, named) => {
    expect(() => parseArguments(argv)).toThrow(named);
  });
});
