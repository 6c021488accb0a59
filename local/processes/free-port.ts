import net from "node:net";
import { readJsonFile, writeJsonFile } from "../json-file.ts";

const tryPort = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const { port: given } = server.address() as net.AddressInfo;
      server.close(() => resolve(given));
    });
  });

/** A free loopback port: the preferred one when it is free, else one that the system picks. */
export async function freePort(preferred: number | null): Promise<number> {
  const port = (preferred === null ? null : await tryPort(preferred)) ?? (await tryPort(0));
  if (port === null) throw new Error("the system has no free port on 127.0.0.1");
  return port;
}

/** The port that `name` had in this data folder the last time, if it is free, else another; remembered for the next time. */
export async function rememberedPort(portsFile: string, name: string): Promise<number> {
  const known = readJsonFile<Record<string, number>>(portsFile) ?? {};
  const port = await freePort(known[name] ?? null);
  if (known[name] !== port) writeJsonFile(portsFile, { ...known, [name]: port });
  return port;
}
