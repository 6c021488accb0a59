import { useState } from "react";
import { texts } from "../texts/en.ts";
import { Dialog } from "../view/dialog.tsx";
import { shortcuts, shortcutText } from "./keys.ts";

/** The keyboard shortcuts, from the same table that the editor acts on. */
export const HelpDialog = ({ onClose }: { onClose: () => void }) => {
  const byCommand = Map.groupBy(shortcuts, ({ command }) => command);
  const whileEditing = [
    ["Space", texts.keys.split],
    ["Backspace", texts.keys.joinWhileEditing],
    ["Esc", texts.keys.leave],
  ] as const;
  return (
    <Dialog title={texts.editor.help} onClose={onClose}>
      <table className="keys">
        <tbody>
          {[...byCommand].map(([command, all]) => (
            <tr key={command}>
              <th scope="row">{texts.keys[command]}</th>
              <td>
                {all.map((shortcut) => (
                  <kbd key={shortcutText(shortcut)}>{shortcutText(shortcut)}</kbd>
                ))}
              </td>
            </tr>
          ))}
          {whileEditing.map(([key, text]) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              <td>
                <kbd>{key}</kbd>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
};

/** Emoji that captions use often. Any other can be typed or pasted. */
const emojis = Array.from(
  new Intl.Segmenter().segment(
    "😀😂😍🤔😎😱😢😡👍👎👏🙏💪👀❤️🔥✨🎉🚀💡⭐💰📈📉⏰✅❌❓❗🎵🎬📱💻🌍🏠🚗✈️🍕☕🐶🌞",
  ),
  ({ segment }) => segment,
);

export const EmojiDialog = ({
  onChoose,
  onClose,
}: {
  onChoose: (emoji: string | null) => void;
  onClose: () => void;
}) => {
  const [typed, setTyped] = useState("");
  return (
    <Dialog title={texts.editor.emoji} onClose={onClose}>
      <div className="emojis">
        {emojis.map((emoji) => (
          <button key={emoji} type="button" onClick={() => onChoose(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "") onChoose(typed.trim());
        }}
      >
        <input
          aria-label={texts.editor.emoji}
          maxLength={64}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit">{texts.editor.emoji}</button>
        <button type="button" className="quiet" onClick={() => onChoose(null)}>
          {texts.editor.noEmoji}
        </button>
      </form>
    </Dialog>
  );
};
