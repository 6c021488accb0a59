import { freemem } from "node:os";

/** Nothing is kept ready while less memory than this is available: the recognizer with its model takes 330 MB. */
const minFreeBytes = 2 * 1024 ** 3;

/** Whether there is enough memory to keep processes ready that no task needs now. */
export const hasSpareMemory = (): boolean => freemem() >= minFreeBytes;
