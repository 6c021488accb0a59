import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DragEvent, type FormEvent, useId, useState } from "react";
import { sentenceOf, useClient } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Problem } from "../view/problem.tsx";
import { useUploads } from "./uploads.tsx";

/** Where files are dropped or chosen, and the form that imports from a URL. */
export const AddVideos = () => {
  const { start } = useUploads();
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    for (const file of event.dataTransfer.files) start(file);
  };
  return (
    <section
      aria-label={texts.upload.title}
      className={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <p>
        <strong>{texts.videos.dropTitle}</strong>
        <br />
        <span className="hint">{texts.videos.dropHint}</span>
      </p>
      <label className="button" htmlFor={id}>
        {texts.videos.choose}
        <input
          id={id}
          className="hidden-input"
          type="file"
          multiple
          accept="video/*,audio/*,.mov,.mp4,.m4a"
          onChange={({ target }) => {
            for (const file of target.files ?? []) start(file);
            target.value = "";
          }}
        />
      </label>
      <ImportForm />
    </section>
  );
};

const ImportForm = () => {
  const client = useClient();
  const queries = useQueryClient();
  const id = useId();
  const importing = useMutation({
    mutationFn: (url: string) => client.call("createVideoFromUrl", { body: { url } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["listVideos"] }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const url = String(new FormData(form).get("url") ?? "").trim();
    importing.mutate(url, { onSuccess: () => form.reset() });
  };
  return (
    <form className="row" onSubmit={submit}>
      <label htmlFor={id}>{texts.videos.urlLabel}</label>
      <input id={id} name="url" type="url" required placeholder={texts.videos.urlPlaceholder} />
      <button type="submit" disabled={importing.isPending}>
        {texts.videos.urlSubmit}
      </button>
      <Problem sentence={importing.error === null ? null : sentenceOf(importing.error)} />
    </form>
  );
};
