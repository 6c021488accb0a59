import { Link } from "wouter";
import { fontFileKey } from "../../core/storage/keys.ts";
import { useOperation } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Dialog } from "../view/dialog.tsx";
import { QueryProblem } from "../view/problem.tsx";

interface FontDialogProps {
  /** Key of the font's file; null: the font of the template. */
  onChoose: (fileKey: string | null) => void;
  onClose: () => void;
}

/** Chooses one of the account's fonts for a word. */
export const FontDialog = ({ onChoose, onClose }: FontDialogProps) => {
  const fonts = useOperation("listFonts", { query: { limit: 100 } });
  return (
    <Dialog title={texts.editor.font} onClose={onClose}>
      <QueryProblem query={fonts} />
      {fonts.data?.totalCount === 0 && (
        <p>
          {texts.fonts.empty} <Link href="/fonts">{texts.fonts.upload}</Link>
        </p>
      )}
      <div className="row">
        {fonts.data?.data.map(({ id, fontFamily, fontStyle }) => (
          <button key={id} type="button" onClick={() => onChoose(fontFileKey(id))}>
            {fontFamily} {fontStyle}
          </button>
        ))}
        <button type="button" className="quiet" onClick={() => onChoose(null)}>
          {texts.newTask.ofTemplate}
        </button>
      </div>
    </Dialog>
  );
};
