/** Codes of the recogniser that are not BCP 47 tags. */
const tags: Readonly<Record<string, string>> = { jw: "jv" };

/** A BCP 47 tag for Intl and for text shaping; "en" when the language is unknown or Intl does not know it. */
export const localeOf = (language: string | null): string => {
  if (language === null) return "en";
  const tag = tags[language] ?? language;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en";
  } catch {
    return "en";
  }
};

/**
 * Upper case by the rules of the language (Turkish i → İ, Greek without accents, ß → SS). Georgian stays as it is: its
 * capitals are a style of their own that few fonts have.
 */
export const uppercase = (text: string, language: string | null): string =>
  language === "ka" ? text : text.toLocaleUpperCase(localeOf(language));
