const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** A duration as 1:02:03 or 2:03. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(whole % 60)}`
    : `${minutes}:${twoDigits(whole % 60)}`;
};

/** A position as 2:03.45. */
export const formatPosition = (seconds: number): string => {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  return `${formatDuration(Math.floor(hundredths / 100))}.${twoDigits(hundredths % 100)}`;
};

const units = ["bytes", "KB", "MB", "GB"];

export const formatBytes = (bytes: number): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
};

/** A date in the format of the browser's language. */
export const formatDate = (timestamp: string): string =>
  new Date(timestamp).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A moment with its seconds, in the format of the browser's language. */
export const formatTime = (timestamp: string): string =>
  new Date(timestamp).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });

const secondsOf = { day: 86_400, hour: 3_600, minute: 60 } as const;

/** Seconds as 0.4 s, 42 s or 2:03. */
export const formatSeconds = (seconds: number): string => {
  if (seconds >= secondsOf.minute) return formatDuration(seconds);
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
};

/** How long ago a moment was, in its largest unit: 3 days, 5 h, 12 min, 8 s. */
export const formatAge = (timestamp: string): string => {
  const seconds = Math.max(0, (Date.now() - Date.parse(timestamp)) / 1000);
  const { day, hour, minute } = secondsOf;
  if (seconds >= 2 * day) return `${Math.floor(seconds / day)} days`;
  if (seconds >= hour) return `${Math.floor(seconds / hour)} h`;
  if (seconds >= minute) return `${Math.floor(seconds / minute)} min`;
  return `${Math.floor(seconds)} s`;
};
