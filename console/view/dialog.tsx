import { type ReactNode, useEffect, useRef } from "react";
import { texts } from "../texts/en.ts";

/** A modal dialog. The browser keeps the focus inside and closes it with Escape. */
export const Dialog = ({
  title,
  onClose,
  action,
  children,
}: {
  title: string;
  onClose: () => void;
  /** The button that does what the dialog is about, beside the one that closes it. */
  action?: ReactNode;
  children: ReactNode;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The focus on a button at the end scrolls a long dialog there.
    dialog.current?.scrollTo(0, 0);
  }, []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <h2 className="dialog-title">{title}</h2>
      {children}
      <form method="dialog" className="row dialog-actions">
        {action}
        <button type="submit">{action === undefined ? texts.common.close : texts.common.cancel}</button>
      </form>
    </dialog>
  );
};
