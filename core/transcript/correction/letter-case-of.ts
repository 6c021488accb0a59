const isUpper = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase();

/** The word with a capital first letter, when it has none elsewhere ("iPhone" stays). */
export const withCapital = (word: string): string => {
  const [first = ""] = word;
  return word === word.toLowerCase() ? first.toUpperCase() + word.slice(first.length) : word;
};

/** `word`, the `index`-th of those that stand for `model`, in capitals and small letters as the model is. */
export const inCaseOf = (word: string, model: string, index = 0): string => {
  if (model === "") return word;
  if (word.length === model.length) {
    return [...word]
      .map((letter, at) => (isUpper([...model][at] ?? "") ? letter.toUpperCase() : letter.toLowerCase()))
      .join("");
  }
  if (model.length > 1 && isUpper(model)) return word.toUpperCase();
  const small = word.toLowerCase();
  return index === 0 && isUpper([...model][0] ?? "") ? withCapital(small) : small;
};

/** The word with its first letter as large or small as the model's. */
export const withFirstOf = (word: string, model: string): string => {
  const [first = ""] = word;
  const [wanted = ""] = model;
  if (first.toLowerCase() !== wanted.toLowerCase()) return word;
  return wanted + word.slice(first.length);
};
