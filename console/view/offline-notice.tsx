import { useSyncExternalStore } from "react";
import { texts } from "../texts/en.ts";

const subscribe = (onChange: () => void): (() => void) => {
  for (const name of ["online", "offline"]) addEventListener(name, onChange);
  return () => {
    for (const name of ["online", "offline"]) removeEventListener(name, onChange);
  };
};

/** Says that the browser has no connection, while requests wait for it. */
export const OfflineNotice = () => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return <div role="status">{!isOnline && <p className="offline">{texts.errors.offline}</p>}</div>;
};
