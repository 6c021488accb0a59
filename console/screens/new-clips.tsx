import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ClipTaskRequest } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useClient, useOperation } from "../api.tsx";
import { CaptionFields } from "../task-form/caption-fields.tsx";
import { ClientFields } from "../task-form/client-fields.tsx";
import { aspectRatios } from "../task-form/format-fields.tsx";
import { usePrice } from "../task-form/use-price.ts";
import { withField } from "../task-form/with-field.ts";
import { texts } from "../texts/en.ts";
import { Amount, Checkbox, Choice } from "../view/fields.tsx";
import { Problem } from "../view/problem.tsx";

const initialBody: ClipTaskRequest = { maxClips: 5, durationRange: "gte_30s_lt_60s" };
const maxClips = 5;

interface PartProps {
  body: ClipTaskRequest;
  onChange: (body: ClipTaskRequest) => void;
}

/** The form for a clip task, with its maximum price before it starts. */
export const NewClips = ({ videoId }: { videoId: string }) => {
  const client = useClient();
  const queries = useQueryClient();
  const [body, setBody] = useState(initialBody);
  const price = useClipPrice(videoId, body);
  const creating = useMutation({
    mutationFn: () => client.createClipTask(videoId, body, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["getVideo"] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <form onSubmit={submit}>
      <ChoiceFields body={body} onChange={setBody} />
      <details>
        <summary>{texts.newTask.more}</summary>
        {body.captions !== undefined && (
          <CaptionFields
            options={body.captions.renderOptions}
            onChange={(renderOptions) =>
              setBody({ ...body, captions: { templateId: body.captions?.templateId ?? "", renderOptions } })
            }
          />
        )}
        <ClientFields request={body} kinds={["tool"]} onChange={setBody} />
      </details>
      <p className="row">
        <button type="submit" disabled={creating.isPending}>
          {texts.video.newClips}
        </button>
        <output aria-live="polite">
          {price.data === undefined || price.error !== null ? null : texts.clips.price(price.data)}
        </output>
      </p>
      <Problem sentence={creating.error === null ? null : sentenceOf(creating.error)} />
    </form>
  );
};

const ChoiceFields = ({ body, onChange }: PartProps) => {
  const templates = useOperation("listTemplates", {});
  const names = Object.fromEntries((templates.data ?? []).map(({ id, name }) => [id, name]));
  return (
    <div className="fields">
      <Amount
        {...{ label: texts.clips.maxClips, min: 1, max: maxClips, step: 1, value: body.maxClips }}
        isRequired
        onChange={(count) => onChange({ ...body, maxClips: count ?? maxClips })}
      />
      <Choice
        {...{ label: texts.clips.durationRange, value: body.durationRange, options: texts.clips.ranges }}
        onChange={(range) => onChange({ ...body, durationRange: range ?? body.durationRange })}
      />
      <ShapeFields {...{ body, onChange }} />
      <Choice
        {...{ label: texts.clips.captions, value: body.captions?.templateId, options: names }}
        unset={texts.clips.noCaptions}
        onChange={(templateId) =>
          onChange(
            withField(
              body,
              "captions",
              templateId === undefined ? undefined : { ...body.captions, templateId },
            ),
          )
        }
      />
      <Choice
        {...{ label: texts.clips.title, value: body.hookTitle, options: texts.clips.titles }}
        unset={texts.clips.noTitle}
        onChange={(hookTitle) => onChange(withField(body, "hookTitle", hookTitle))}
      />
      <Checkbox
        label={texts.clips.excludeFlagged}
        isChecked={body.excludeFlagged === true}
        onChange={(isChecked) => onChange(withField(body, "excludeFlagged", isChecked || undefined))}
      />
    </div>
  );
};

/** Shape of the clips, and what a crop to it shows. */
const ShapeFields = ({ body, onChange }: PartProps) => {
  const isCropped = body.aspectRatio !== undefined && body.aspectRatio !== "original";
  const setShape = (aspectRatio: ClipTaskRequest["aspectRatio"]) => {
    const { reframe, ...rest } = body;
    onChange({ ...rest, aspectRatio, ...(aspectRatio === "original" ? {} : { reframe }) });
  };
  return (
    <>
      <Choice
        {...{ label: texts.newTask.aspectRatio, value: body.aspectRatio ?? "original" }}
        {...{ options: aspectRatios, onChange: setShape }}
      />
      {isCropped && (
        <Choice
          {...{ label: texts.newTask.crop, value: body.reframe ?? "speaker", options: texts.clips.reframes }}
          onChange={(reframe) => onChange(withField(body, "reframe", reframe))}
        />
      )}
    </>
  );
};

/** The maximum price of a clip task in USD. */
const useClipPrice = (videoId: string, request: ClipTaskRequest) => {
  const client = useClient();
  return usePrice(videoId, request, (body, signal) => client.priceClipTask(videoId, body, signal));
};
