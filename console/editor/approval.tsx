import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Task } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useClient } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Dialog } from "../view/dialog.tsx";
import { Problem } from "../view/problem.tsx";
import type { Autosave } from "./autosave.ts";

interface ApproveDialogProps {
  videoId: string;
  taskId: string;
  autosave: Autosave;
  onClose: () => void;
}

/** Asks once, stores what is not stored, and approves: the approval takes what the service has. */
export const ApproveDialog = ({ videoId, taskId, autosave, onClose }: ApproveDialogProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const approving = useMutation({
    mutationFn: async () => {
      if (!(await autosave.saveAll())) throw new Error(texts.editor.notSaved);
      await client.call("approveTranscript", { path: { videoId, id: taskId } });
    },
    onSuccess: () => {
      onClose();
      // Nothing can be changed from now on, also before the task is read again.
      const request = { path: { videoId, id: taskId } };
      queries.setQueryData<Task>(["getTask", request], (task) => task && { ...task, status: "rendering" });
      return queries.invalidateQueries({ queryKey: ["getTask"] });
    },
  });
  return (
    <Dialog
      title={texts.editor.approve}
      onClose={onClose}
      action={
        <button
          type="button"
          className="primary"
          disabled={approving.isPending}
          onClick={() => approving.mutate()}
        >
          {texts.editor.approve}
        </button>
      }
    >
      <p>{texts.editor.approveQuestion}</p>
      <Problem sentence={approving.error === null ? null : sentenceOf(approving.error)} />
    </Dialog>
  );
};
