/** The part of a dedicated worker's global scope that is used; DOM's types have the window's only. */
interface WorkerScope {
  readonly fonts: FontFaceSet;
  readonly location: { readonly href: string };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export const workerScope = globalThis as unknown as WorkerScope;
