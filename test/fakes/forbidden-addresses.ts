/** IP addresses to which no URL of a caller may connect: one or more of each special-purpose network. */
export const loopbackAddresses = ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"];

export const privateAddresses = [
  // IPv4. Source: IANA IPv4 Special-Purpose Address Registry.
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.254"],
  ...["169.254.0.1", "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.168.0.1"],
  ...["192.0.0.1", "192.0.0.170", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.19.255.254"],
  ...["198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"],
  // IPv4 within IPv6: mapped, compatible, translated (SIIT), NAT64 of the well-known and of the local prefix, 6to4, Teredo.
  ...["::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "0:0:0:0:0:ffff:192.168.0.1", "::127.0.0.1", "::8.8.8.8"],
  ...["::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "64:ff9b:1::a00:1"],
  ...["2002:7f00:1::", "2002:a9fe:a9fe::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  // IPv6. Source: IANA IPv6 Special-Purpose Address Registry.
  ...["::", "100::1", "100:0:0:1::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "3fff::1"],
  ...[
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fdff::1",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
  ],
  // Never assigned.
  ...["::1:0:0:1", "1::1", "200::1", "4000::1", "8000::1", "f000::1"],
];
