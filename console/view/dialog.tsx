import { type ReactNode, useEffect, useRef } from "react";
import { texts } from "../texts/en.ts";

/** A modal dialog. The browser keeps the focus inside and closes it with Escape. */
export const Dialog = ({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
      <form method="dialog">
        <button type="submit">{texts.common.close}</button>
      </form>
    </dialog>
  );
};
