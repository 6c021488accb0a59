import type { Template } from "../../core/templates/template.ts";
import type { CaptionPage, CaptionSource } from "./caption-source.ts";
import { FontStore } from "./font-store.ts";
import type { CallMessage, CaptionCall, ResponseMessage } from "./protocol.ts";
import { SceneView } from "./scene-view.ts";
import { type LaidOutCaptions, layOut } from "./tracks.ts";
import { workerScope } from "./worker-scope.ts";

/** The folder with templates and fonts; the page gives it in the worker's URL. */
const folder = new URL(
  new URL(workerScope.location.href).searchParams.get("files") ?? "",
  workerScope.location.href,
);
const fonts = new FontStore(new URL("fonts/", folder).href);
const views = new Map<number, SceneView>();

const fetchTemplates = async (): Promise<readonly Template[]> => {
  const response = await fetch(new URL("templates.json", folder));
  if (!response.ok) throw new Error(`templates.json could not be loaded: ${response.status}`);
  return response.json();
};
let templates: Promise<readonly Template[]> | null = null;

/** Layouts use the one store of fonts, which notes what is missing for one layout at a time. */
let lastLayout: Promise<unknown> = Promise.resolve();

const layOutNext = (source: CaptionSource): Promise<LaidOutCaptions> => {
  const next = lastLayout.then(async () => {
    templates ??= fetchTemplates();
    const template = (await templates).find(({ id }) => id === source.templateId);
    if (template === undefined) throw new Error(`There is no template ${source.templateId}.`);
    return layOut(source, template, fonts);
  });
  lastLayout = next.catch(() => {
    templates = null;
  });
  return next;
};

const pagesOf = ({ pages: { pages, context } }: LaidOutCaptions): CaptionPage[] =>
  pages.map(({ timed }) => ({
    startSeconds: timed.startFrame / context.framesPerSecond,
    endSeconds: timed.endFrame / context.framesPerSecond,
    firstWordSeconds: timed.page.units[0]?.startSeconds ?? 0,
  }));

const perform = async (call: CaptionCall): Promise<unknown> => {
  switch (call.kind) {
    case "still": {
      const canvas = new OffscreenCanvas(call.size.width, call.size.height);
      const view = new SceneView(canvas);
      view.setCaptions(await layOutNext(call.source));
      view.show(call.seconds, call.size);
      view.close();
      return canvas.transferToImageBitmap();
    }
    case "open":
      views.set(call.view, new SceneView(call.canvas));
      return null;
    case "layOut": {
      const captions = await layOutNext(call.source);
      views.get(call.view)?.setCaptions(captions);
      return pagesOf(captions);
    }
    case "show":
      views.get(call.view)?.show(call.seconds, call.size);
      return null;
    case "close":
      views.get(call.view)?.close();
      views.delete(call.view);
      return null;
  }
};

const respond = (message: ResponseMessage): void => {
  const isImage = "result" in message && message.result instanceof ImageBitmap;
  workerScope.postMessage(message, isImage ? [message.result as ImageBitmap] : []);
};

workerScope.addEventListener("message", ({ data }: MessageEvent<CallMessage>) => {
  perform(data.call).then(
    (result) => respond({ id: data.id, result }),
    (error: unknown) =>
      respond({ id: data.id, error: error instanceof Error ? error.message : String(error) }),
  );
});
