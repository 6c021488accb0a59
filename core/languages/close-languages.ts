/** Languages that use the word lists of a close language, whose words are mostly the same. */
export const closeLanguages: Readonly<Record<string, string>> = { nn: "no", yue: "zh", bs: "hr" };
