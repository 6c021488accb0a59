import { type RefObject, useEffect, useState } from "react";

/** Returns whether an element has come near the visible part of the page: what it shows is loaded then. */
export const useIsNear = (reference: RefObject<Element | null>): boolean => {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = reference.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [reference]);
  return isNear;
};
