import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { ClipTaskRequest } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useClient } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Problem } from "../view/problem.tsx";

const ranges = Object.keys(texts.clips.ranges) as (keyof typeof texts.clips.ranges)[];

/** The form for a clip task. */
export const NewClips = ({ videoId }: { videoId: string }) => {
  const client = useClient();
  const queries = useQueryClient();
  const id = useId();
  const [body, setBody] = useState<ClipTaskRequest>({ maxClips: 5, durationRange: "gte_30s_lt_60s" });
  const creating = useMutation({
    mutationFn: () => client.createClipTask(videoId, body, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["getVideo"] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <form className="row" onSubmit={submit}>
      <label htmlFor={`${id}-count`}>{texts.clips.maxClips}</label>
      <input
        id={`${id}-count`}
        type="number"
        min={1}
        max={5}
        value={body.maxClips}
        onChange={({ target }) => setBody({ ...body, maxClips: target.valueAsNumber })}
      />
      <label htmlFor={`${id}-range`}>{texts.clips.durationRange}</label>
      <select
        id={`${id}-range`}
        value={body.durationRange}
        onChange={({ target }) =>
          setBody({ ...body, durationRange: target.value as ClipTaskRequest["durationRange"] })
        }
      >
        {ranges.map((range) => (
          <option key={range} value={range}>
            {texts.clips.ranges[range]}
          </option>
        ))}
      </select>
      <button type="submit" disabled={creating.isPending}>
        {texts.video.newClips}
      </button>
      <Problem sentence={creating.error === null ? null : sentenceOf(creating.error)} />
    </form>
  );
};
