import { describe, expect, test } from "@jest/globals";
import {
  checkedUrl,
  checkStatus,
  downloadFilename,
  isTransientStatus,
  redirectTarget,
} from "../../../../core/egress/download-rules.ts";

const named = (name: string) => expect.objectContaining({ name });
const from = new URL("https://example.com/a/b?c=d");

describe("a URL", () => {
  test.each([
    ["http://user@example.com/", "AddressNotAllowed"],
    ["http://user:secret@example.com/", "AddressNotAllowed"],
    ["http://example.com:25/", "AddressNotAllowed"],
    ["http://example.com:22/", "AddressNotAllowed"],
    ["http://10.0.0.1/", "AddressNotAllowed"],
    ["ftp://example.com/", "ValidationFailed"],
    ["file:///etc/passwd", "ValidationFailed"],
    ["//example.com/", "ValidationFailed"],
    ["", "ValidationFailed"],
  ])("%s is rejected", (address, name) => {
    expect(() => checkedUrl(address, "strict")).toThrow(named(name));
  });

  test.each([
    "http://example.com/",
    "https://example.com:443/",
    "http://example.com:8080/",
    "http://93.184.216.34/",
  ])("%s is accepted", (address) => {
    expect(checkedUrl(address, "strict").href).toBe(new URL(address).href);
  });
});

describe("redirects", () => {
  test("are resolved without their fragment if they are relative", () => {
    expect(redirectTarget(from, 302, "../x.mp4#t=1", "strict")?.href).toBe("https://example.com/x.mp4");
  });

  test("are null for other responses", () => {
    expect(redirectTarget(from, 200, "https://example.com/x", "strict")).toBeNull();
    expect(redirectTarget(from, 304, undefined, "strict")).toBeNull();
  });

  test.each([
    [undefined, "DownloadFailed"],
    ["http://", "DownloadFailed"],
    ["http://example.com/x", "DownloadFailed"],
    ["https://169.254.169.254/latest/meta-data/", "AddressNotAllowed"],
    ["https://[::ffff:10.0.0.1]/", "AddressNotAllowed"],
    ["https://a:b@example.org/", "AddressNotAllowed"],
    ["file:///etc/passwd", "AddressNotAllowed"],
    ["ftp://example.com/a.mp4", "AddressNotAllowed"],
  ])("to %s fail", (location, name) => {
    expect(() => redirectTarget(from, 301, location, "strict")).toThrow(named(name));
  });
});

describe("responses", () => {
  test.each([
    [404, /404: the file does not exist/],
    [403, /403: access is forbidden/],
    [500, /500: the server failed/],
    [204, /204: the response contains no file/],
  ])("%i", (status, message) => {
    expect(() => checkStatus(status)).toThrow(
      expect.objectContaining({ name: "DownloadFailed", message: expect.stringMatching(message) }),
    );
  });

  test("200 is the file; server errors and overload are temporary", () => {
    expect(() => checkStatus(200)).not.toThrow();
    expect([429, 500, 502, 503, 504, 408].every(isTransientStatus)).toBe(true);
    expect([200, 403, 404, 501].some(isTransientStatus)).toBe(false);
  });
});

describe("file names", () => {
  test.each<[string, string | undefined, string | null]>([
    ["https://e.com/a/clip.mp4?x=1", undefined, "clip.mp4"],
    ["https://e.com/a/%E5%90%8D.mp4", undefined, "名.mp4"],
    ["https://e.com/download", undefined, null],
    ["https://e.com/%ZZ", undefined, null],
    ["https://e.com/x", 'attachment; filename="my clip.mov"', "my clip.mov"],
    ["https://e.com/x", "attachment; filename=clip.mov", "clip.mov"],
    ["https://e.com/x", "attachment; filename=\"a.mov\"; filename*=UTF-8''%E5%90%8D.mov", "名.mov"],
    ["https://e.com/x", 'attachment; filename="../../etc/passwd"', "passwd"],
    ["https://e.com/x.mp4", "inline", "x.mp4"],
  ])("%s with %s", (url, disposition, name) => {
    expect(downloadFilename(new URL(url), disposition)).toBe(name);
  });
});
