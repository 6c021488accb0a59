import { Socket } from "node:net";

/**
 * Records every address to which a socket of this process is about to connect, where Node passes it to the operating
 * system: plain and TLS, for literals, resolved names, and each of several addresses.
 */
export const watchConnections = (): { attempts: string[]; stop: () => void } => {
  const attempts: string[] = [];
  const original = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...given: Parameters<typeof original>) {
    this.on("connectionAttempt", (address: string) => attempts.push(address));
    return original.apply(this, given);
  } as typeof original;
  const stop = (): void => {
    Socket.prototype.connect = original;
  };
  return { attempts, stop };
};
