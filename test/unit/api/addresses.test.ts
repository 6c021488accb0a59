import { describe, expect, test } from "@jest/globals";
import { isAllowedAddress, parseSourceUrl } from "../../../core/egress/address.ts";

describe("addresses", () => {
  test.each(["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])("%s is global", (address) => {
    expect(isAllowedAddress(address, "strict")).toBe(true);
  });

  test.each(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])("%s is this machine", (address) => {
    expect(isAllowedAddress(address, "strict")).toBe(false);
    expect(isAllowedAddress(address, "loopback")).toBe(true);
  });

  test.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "192.0.2.1",
    "198.18.0.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "ff02::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:db8::1",
    "100::1",
    "fec0::1",
    "not an address",
    "",
  ])("%s is never allowed", (address) => {
    expect(isAllowedAddress(address, "strict")).toBe(false);
    expect(isAllowedAddress(address, "loopback")).toBe(false);
  });
});

describe("source addresses", () => {
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
  ])("%s is seen through", (url) => {
    expect(() => parseSourceUrl(url, "strict")).toThrow("must be a public address");
  });

  test("names and allowed literals pass unresolved", () => {
    expect(parseSourceUrl("https://a.test/v.mp4", "strict").href).toBe("https://a.test/v.mp4");
    expect(parseSourceUrl("http://8.8.8.8/v.mp4", "strict").hostname).toBe("8.8.8.8");
    expect(parseSourceUrl("http://127.0.0.1:9000/v.mp4", "loopback").port).toBe("9000");
  });

  test("the field is named", () => {
    expect(() => parseSourceUrl("x", "strict", "notification.recipient")).toThrow(
      /^notification\.recipient must/,
    );
  });
});
