import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createPexelsBrollLibrary } from "../../../../adapters/egress/pexels-broll-library.ts";
import type { BrollQuery } from "../../../../core/broll/broll-library.ts";

/** Responds like /videos/search in the documentation of the Pexels API. */
let server: Server;
let requests: { url: URL; key: string | undefined }[];
let responses: (readonly [status: number, body: unknown])[];
const found = (id: number) => ({
  page: 1,
  per_page: 15,
  total_results: 1,
  url: "https://www.pexels.com/videos/",
  videos: [
    {
      ...{ id, width: 1080, height: 1920, duration: 9, image: "https://images.pexels.com/7.jpg" },
      url: `https://www.pexels.com/video/${id}/`,
      user: { id: 3, name: "Ana", url: "https://www.pexels.com/@ana" },
      video_files: [
        {
          id: 1,
          quality: "hd",
          file_type: "video/mp4",
          width: 1080,
          height: 1920,
          fps: 25,
          link: "https://v.pexels/1",
        },
        {
          id: 2,
          quality: "hls",
          file_type: "application/x-mpegURL",
          width: null,
          height: null,
          link: "https://v.pexels/2",
        },
      ],
      video_frames: [],
    },
  ],
});
const nothing = { page: 1, per_page: 15, total_results: 0, videos: [] };

beforeEach(async () => {
  requests = [];
  responses = [];
  server = createServer((request, response) => {
    const [status, body] = responses[requests.length] ?? [200, nothing];
    requests.push({ url: new URL(request.url ?? "", "http://pexels"), key: request.headers.authorization });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const library = (policy: "strict" | "loopback" = "loopback") =>
  createPexelsBrollLibrary({
    key: async () => "secret",
    policy,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/videos`,
  });
const word = (text: string, index: number) => ({
  ...{ index, text, normalized: text, stem: text, isStopWord: false, isSentenceStart: false },
  ...{ startSeconds: index, endSeconds: index + 1 },
});
const query = (...words: string[]): BrollQuery => ({
  words: words.map(word),
  text: words.join(" "),
  language: "es",
  frame: { width: 1080, height: 1920 },
  minSeconds: 2,
});

test("searches for words in sequence, with the key, the language and the frame's orientation", async () => {
  responses = [
    [200, nothing],
    [200, found(7)],
  ];
  const pexels = library();
  const candidates = await pexels.find(query("perro", "playa"));
  expect(candidates).toMatchObject([
    {
      id: "pexels:7",
      url: "https://v.pexels/1",
      durationSeconds: 9,
      keyword: "playa",
      attribution: { author: "Ana" },
    },
  ]);
  expect(requests.map(({ url, key }) => [url.pathname, key, Object.fromEntries(url.searchParams)])).toEqual(
    ["perro", "playa"].map((query) => [
      "/videos/search",
      "secret",
      { query, orientation: "portrait", per_page: "15", locale: "es-ES" },
    ]),
  );
  // Results are cached.
  expect(await pexels.find(query("playa"))).toEqual(candidates);
  expect(requests).toHaveLength(2);
});

test.each([
  ["rejects the configured API key", [[401, {}]], 1],
  ["has reached the request limit of this key", [[429, {}]], 1],
  [
    "returned 500",
    [
      [500, {}],
      [500, {}],
    ],
    2,
  ],
  [
    "returned an unknown format",
    [
      [200, { videos: [{}] }],
      [200, "?"],
    ],
    2,
  ],
] as const)("throws BrollUnavailable when Pexels %s", async (message, given, tries) => {
  responses = [...given];
  const failed = library().find(query("perro"));
  await expect(failed).rejects.toMatchObject({ name: "BrollUnavailable" });
  await expect(failed).rejects.toThrow(message);
  expect(requests).toHaveLength(tries);
});

test("retries one failed request, and connects to no forbidden address", async () => {
  responses = [
    [502, {}],
    [200, found(8)],
  ];
  expect(await library().find(query("perro"))).toHaveLength(1);
  await expect(library("strict").find(query("perro"))).rejects.toThrow("cannot be reached");
  expect(requests).toHaveLength(2);
});
