/** BCP 47 tags of codes that are none themselves. */
const tags: Readonly<Record<string, string>> = { jw: "jv" };

const canonicalLocale = (tag: string): string => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en";
  } catch {
    return "en";
  }
};

/** By language: it is requested for every word. */
const locales = new Map<string, string>();

/** Returns a BCP 47 tag for Intl and text shaping; "en" for an unknown language. */
export const localeOf = (language: string | null): string => {
  if (language === null) return "en";
  const locale = locales.get(language) ?? canonicalLocale(tags[language] ?? language);
  locales.set(language, locale);
  return locale;
};

/**
 * Converts a text to upper case by the rules of its language (Turkish i → İ, Greek without accents, ß → SS). Georgian is
 * unchanged: few fonts have its capitals.
 */
export const uppercase = (text: string, language: string | null): string =>
  language === "ka" ? text : text.toLocaleUpperCase(localeOf(language));
