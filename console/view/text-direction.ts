/** Letters of scripts that run from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Direction of most of the words, by the first 200. */
export const directionOf = (words: readonly string[]): "ltr" | "rtl" => {
  const lettered = words.slice(0, 200).filter((word) => /\p{L}/u.test(word));
  return lettered.filter((word) => rightToLeft.test(word)).length * 2 > lettered.length ? "rtl" : "ltr";
};
