import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { TaskRequest, Video } from "../../clients/typescript/src/client.ts";
import type { NotificationKind, Ttl } from "../../clients/typescript/src/interface.ts";
import { sentenceOf, useClient, useOperation } from "../api.tsx";
import { BrollFields } from "../task-form/broll-fields.tsx";
import { CaptionFields } from "../task-form/caption-fields.tsx";
import { ClientFields } from "../task-form/client-fields.tsx";
import { CutFields } from "../task-form/cut-fields.tsx";
import { consistentExport } from "../task-form/export-choices.ts";
import type { FieldsProps } from "../task-form/fields-props.ts";
import { FormatFields } from "../task-form/format-fields.tsx";
import { LanguageFields } from "../task-form/language-fields.tsx";
import { usePrice } from "../task-form/use-price.ts";
import { withField } from "../task-form/with-field.ts";
import { texts } from "../texts/en.ts";
import { Choice } from "../view/fields.tsx";
import { Problem } from "../view/problem.tsx";
import { ScreenTitle } from "../view/screen-title.tsx";
import { VideoLink } from "../view/video-link.tsx";
import { TemplateChoice } from "./template-choice.tsx";

/** The settings that the form begins with: the transcript is checked before rendering. */
const initialRequest = (templateId: string): TaskRequest => ({ templateId, autoApprove: false });

/** What templates are drawn for until the video has been inspected. */
const unknownMedia = { width: 1080, height: 1920, duration: 60, hasVideo: true };

/** How long the API keeps an output for which the request names no time. */
const defaultTtl: Ttl = "30d";

/** Kinds of events, those that are sent unless the user chooses others first. */
const notificationKinds: readonly NotificationKind[] = ["render", "transcript", "renderProgress", "tool"];

/** Removes groups without a setting. */
const withoutEmptyGroups = (request: TaskRequest): TaskRequest =>
  JSON.parse(JSON.stringify(request), (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
      ? undefined
      : value,
  );

/** A new captioning task: template, language, format, captions, cuts, and the price before it starts. */
export const NewTaskScreen = ({ videoId }: { videoId: string }) => {
  const video = useOperation("getVideo", { path: { videoId } });
  const media = video.data?.metadata ?? unknownMedia;
  const { request, setRequest } = useRequest(media);
  const [ttl, setTtl] = useState<Ttl>();
  const price = useTaskPrice(videoId, request);
  const creating = useCreation(videoId, request, ttl);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  const problem = creating.error ?? price.error;
  const fields = { request, onChange: setRequest };
  return (
    <form className="task-form" onSubmit={submit}>
      <VideoLink videoId={videoId} />
      <ScreenTitle title={texts.newTask.title} />
      <TemplateChoice
        {...{ videoId, request, media }}
        onChoose={(templateId) => setRequest({ ...request, templateId })}
      />
      <LanguageFields {...fields} />
      <CaptionFields
        options={request.renderOptions}
        onChange={(options) => setRequest(withField(request, "renderOptions", options))}
      />
      <FormatFields {...fields} media={media} />
      <CutFields {...fields} />
      <details>
        <summary>{texts.newTask.more}</summary>
        <BrollFields {...fields} />
        <ClientFields {...fields} kinds={notificationKinds} />
        <Choice
          {...{
            label: texts.client.keep,
            value: ttl ?? defaultTtl,
            options: texts.client.ttls,
            onChange: setTtl,
          }}
        />
      </details>
      <SubmitRow
        {...{ request, price: price.data, problem, isPending: creating.isPending, onChange: setRequest }}
      />
    </form>
  );
};

interface SubmitRowProps extends FieldsProps {
  price: string | undefined;
  /** Why there is no price or no task. */
  problem: unknown;
  isPending: boolean;
}

/** What is always in view: whether the transcript is checked, the price, and the button that starts the task. */
const SubmitRow = ({ request, price, problem, isPending, onChange }: SubmitRowProps) => (
  <div className="submit-row">
    <label>
      <input
        type="checkbox"
        checked={request.autoApprove !== true}
        onChange={({ target }) => onChange({ ...request, autoApprove: !target.checked })}
      />
      {texts.newTask.review}
    </label>
    <output aria-live="polite">
      {problem === null && (price === undefined ? texts.newTask.pricing : texts.newTask.price(price))}
    </output>
    <button type="submit" className="primary" disabled={isPending || request.templateId === ""}>
      {texts.newTask.submit}
    </button>
    <Problem sentence={problem === null ? null : sentenceOf(problem)} />
  </div>
);

/**
 * The request that the form describes. It begins with the template and the transcript that the URL of the screen names. The output of a
 * source without a video stream is an overlay, because the API accepts nothing else.
 */
const useRequest = (media: Pick<NonNullable<Video["metadata"]>, "width" | "height" | "hasVideo">) => {
  const [search] = useSearchParams();
  const templates = useOperation("listTemplates", {});
  const [request, setRequest] = useState<TaskRequest>(() => ({
    ...initialRequest(search.get("template") ?? ""),
    ...(search.has("transcript") ? { transcriptTaskId: search.get("transcript") ?? "" } : {}),
  }));
  const templateId = request.templateId || (templates.data?.[0]?.id ?? "");
  const needsOverlay = !media.hasVideo && request.exportSettings?.outputMode !== "transparent";
  const exportSettings = needsOverlay
    ? consistentExport({ ...request.exportSettings, outputMode: "transparent" }, media)
    : request.exportSettings;
  return { request: withoutEmptyGroups({ ...request, templateId, exportSettings }), setRequest };
};

/** Whether the URL of a b-roll has yet to be typed. */
const hasEmptyUrl = ({ transcribeSettings }: TaskRequest): boolean =>
  transcribeSettings?.broll?.customBrolls?.some(({ url }) => url === "") === true;

const useTaskPrice = (videoId: string, request: TaskRequest) => {
  const client = useClient();
  const calculate = (body: TaskRequest, signal: AbortSignal) => client.priceTask(videoId, body, signal);
  return usePrice(videoId, request, calculate, request.templateId !== "" && !hasEmptyUrl(request));
};

/** Creates the task and shows it. A double click or a repeated request creates one task. */
const useCreation = (videoId: string, body: TaskRequest, ttl: Ttl | undefined) => {
  const client = useClient();
  const [, navigate] = useLocation();
  const content = JSON.stringify([body, ttl]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content needs another key.
  const idempotencyKey = useMemo(() => crypto.randomUUID(), [content]);
  return useMutation({
    mutationFn: () => client.call("createTask", { path: { videoId }, query: { ttl }, body, idempotencyKey }),
    onSuccess: (created) => "taskId" in created && navigate(`/videos/${videoId}/tasks/${created.taskId}`),
  });
};
