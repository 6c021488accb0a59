const isUpper = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase();

/** Capitalizes the first letter of a lowercase word ("iPhone" is unchanged). */
export const capitalize = (word: string): string => {
  const [first = ""] = word;
  return word === word.toLowerCase() ? first.toUpperCase() + word.slice(first.length) : word;
};

/** Returns `word`, the `index`-th of the words that replace `model`, with the letter case of `model`. */
export const matchCase = (word: string, model: string, index = 0): string => {
  if (model === "") return word;
  if (word.length === model.length) {
    return [...word]
      .map((letter, at) => (isUpper([...model][at] ?? "") ? letter.toUpperCase() : letter.toLowerCase()))
      .join("");
  }
  if (model.length > 1 && isUpper(model)) return word.toUpperCase();
  const lower = word.toLowerCase();
  return index === 0 && isUpper([...model][0] ?? "") ? capitalize(lower) : lower;
};

/** Returns the word with the case of the model's first letter, if both have the same first letter. */
export const matchFirstLetter = (word: string, model: string): string => {
  const [first = ""] = word;
  const [target = ""] = model;
  if (first.toLowerCase() !== target.toLowerCase()) return word;
  return target + word.slice(first.length);
};
