import net from "node:net";
import { readJsonFile, writeJsonFile } from "../json-file.ts";

const bindPort = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const { port: bound } = server.address() as net.AddressInfo;
      server.close(() => resolve(bound));
    });
  });

/** Returns a free loopback port: the preferred one if it is free, otherwise one that the system assigns. */
export async function freePort(preferred: number | null = null): Promise<number> {
  const port = (preferred === null ? null : await bindPort(preferred)) ?? (await bindPort(0));
  if (port === null) throw new Error("the system has no free port on 127.0.0.1");
  return port;
}

/** Returns the port that `name` last had in this data folder if it is free, otherwise a new one, which is stored in the file. */
export async function persistedPort(portsFile: string, name: string): Promise<number> {
  const ports = readJsonFile<Record<string, number>>(portsFile) ?? {};
  const port = await freePort(ports[name] ?? null);
  if (ports[name] !== port) writeJsonFile(portsFile, { ...ports, [name]: port });
  return port;
}
