import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { TaskRequest } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useClient, useOperation } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Problem } from "../view/problem.tsx";
import { ScreenTitle } from "../view/screen-title.tsx";
import { VideoLink } from "../view/video-link.tsx";
import { CaptionFields, CutFields, FormatFields, LanguageFields } from "./task-fields.tsx";
import { TemplateChoice } from "./template-choice.tsx";

/** The settings that the form begins with: the transcript is checked before rendering. */
const initialRequest = (templateId: string): TaskRequest => ({ templateId, autoApprove: false });

/** What templates are drawn for until the video has been inspected. */
const unknownMedia = { width: 1080, height: 1920, duration: 60 };

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
  const { request, setRequest } = useRequest();
  const price = usePrice(videoId, request);
  const creating = useCreation(videoId, request);
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
        {...{ videoId, request, media: video.data?.metadata ?? unknownMedia }}
        onChoose={(templateId) => setRequest({ ...request, templateId })}
      />
      {request.transcriptTaskId === undefined && <LanguageFields {...fields} />}
      <CaptionFields {...fields} />
      <FormatFields {...fields} />
      <CutFields {...fields} />
      <div className="submit-row">
        <label>
          <input
            type="checkbox"
            checked={request.autoApprove !== true}
            onChange={({ target }) => setRequest({ ...request, autoApprove: !target.checked })}
          />
          {texts.newTask.review}
        </label>
        <output aria-live="polite">
          {price.data !== undefined && price.error === null
            ? texts.newTask.price(price.data)
            : texts.newTask.pricing}
        </output>
        <button type="submit" className="primary" disabled={creating.isPending || request.templateId === ""}>
          {texts.newTask.submit}
        </button>
      </div>
      <Problem sentence={problem === null ? null : sentenceOf(problem)} />
    </form>
  );
};

/** The request that the form describes. It begins with the template and the transcript that the URL of the screen names. */
const useRequest = () => {
  const [search] = useSearchParams();
  const templates = useOperation("listTemplates", {});
  const [request, setRequest] = useState<TaskRequest>(() => ({
    ...initialRequest(search.get("template") ?? ""),
    ...(search.has("transcript") ? { transcriptTaskId: search.get("transcript") ?? "" } : {}),
  }));
  const templateId = request.templateId || (templates.data?.[0]?.id ?? "");
  return { request: withoutEmptyGroups({ ...request, templateId }), setRequest };
};

/** The price of a request in USD. Returns the previous price while the next is calculated. */
const usePrice = (videoId: string, request: TaskRequest) => {
  const client = useClient();
  const priced = useDeferredValue(request);
  return useQuery({
    queryKey: ["price", videoId, priced],
    queryFn: () => client.priceTask(videoId, priced),
    enabled: priced.templateId !== "",
    retry: false,
    placeholderData: (previous) => previous,
  });
};

/** Creates the task and shows it. A double click or a repeated request creates one task. */
const useCreation = (videoId: string, request: TaskRequest) => {
  const client = useClient();
  const [, navigate] = useLocation();
  const content = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content needs another key.
  const idempotencyKey = useMemo(() => crypto.randomUUID(), [content]);
  return useMutation({
    mutationFn: () => client.createTask(videoId, request, { idempotencyKey }),
    onSuccess: (taskId) => navigate(`/videos/${videoId}/tasks/${taskId}`),
  });
};
