import { describe, expect, test } from "@jest/globals";
import { isAllowedAddress, parseSourceUrl } from "../../../../core/egress/source-url.ts";
import { loopbackAddresses, privateAddresses } from "../../../fakes/forbidden-addresses.ts";

describe("IP addresses", () => {
  test.each(["8.8.8.8", "192.0.1.1", "172.32.0.1", "2606:4700::1111", "2a00::1", "::ffff:8.8.8.8"])(
    "%s is global",
    (address) => {
      expect(isAllowedAddress(address, "strict")).toBe(true);
    },
  );

  test.each(loopbackAddresses)("%s is loopback", (address) => {
    expect(isAllowedAddress(address, "strict")).toBe(false);
    expect(isAllowedAddress(address, "loopback")).toBe(true);
  });

  test.each([
    ...privateAddresses,
    ...[
      "fe80::1%eth0",
      "2606:4700::1111%2",
      "127.1",
      "0177.0.0.1",
      "0x7f.0.0.1",
      "2130706433",
      "8.8.8",
      "8.8.8.8.",
    ],
    ...["[::1]", "::1]/", "::1]@8.8.8.8", "not an address", "localhost", "", " 8.8.8.8"],
  ])("%s is never allowed", (address) => {
    expect(isAllowedAddress(address, "strict")).toBe(false);
    expect(isAllowedAddress(address, "loopback")).toBe(false);
  });
});

describe("source URLs", () => {
  test.each([
    "http://0x7f.1/a",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://[::ffff:7f00:1]/",
    "http://127.1/",
    "http://localhost./",
    "http://a.localhost/",
    "http://169.254.169.254/latest",
    "http://127.0.0.1./",
    "http://0x7f000001/",
    "http://017700000001/",
    "http://0x7F.0.0.01/",
    "http://0/",
    "http://１２７.０.０.１/",
    "http://①②⑦.0.0.1/",
    "http://127。0。0。1/",
    "http://127%2e0.0.1/",
    "http://%31%32%37.0.0.1/",
    "http:127.0.0.1/",
    "http:\\\\127.0.0.1\\",
    "http://\t127.0.0.1\n/",
    "http://ⓛocalhost/",
    "http://ＬＯＣＡＬＨＯＳＴ/",
    "http://locaLhost./",
    "http://[::127.0.0.1]/",
    "http://[0:0:0:0:0:FFFF:7F00:1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[fd00:ec2::254]/",
  ])("%s is normalized to an IP address", (url) => {
    expect(() => parseSourceUrl(url, "strict")).toThrow("must be a public URL");
  });

  test.each([
    "http://[fe80::1%25eth0]/",
    "http://1.2.3.4.5/",
    "http://256.0.0.1/",
    "http://08.0.0.1/",
    "http://127.0.0.1:99999/",
    "http://exa mple.com/",
    "//127.0.0.1/",
    "gopher://example.com/",
  ])("%s is not a URL", (url) => {
    expect(() => parseSourceUrl(url, "strict")).toThrow("must be an absolute http or https URL");
  });

  test.each(["http://example.com@127.0.0.1/", "http://127.0.0.1@example.com/", "http://a:@example.com/"])(
    "%s contains credentials",
    (url) => {
      expect(() => parseSourceUrl(url, "strict")).toThrow("user name or password");
    },
  );

  test("host names and allowed IP addresses are accepted without a lookup", () => {
    expect(parseSourceUrl("https://a.test/v.mp4", "strict").href).toBe("https://a.test/v.mp4");
    expect(parseSourceUrl("http://8.8.8.8/v.mp4", "strict").hostname).toBe("8.8.8.8");
    expect(parseSourceUrl("http://127.0.0.1:9000/v.mp4", "loopback").port).toBe("9000");
  });

  test("the error names the field", () => {
    expect(() => parseSourceUrl("x", "strict", "notification.recipient")).toThrow(
      /^notification\.recipient must/,
    );
  });
});
