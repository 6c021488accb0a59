import { expect, test } from "@jest/globals";
import { withoutUnpairedQuotes } from "../../../../core/text/punctuation.ts";

test.each([
  ['the "striped tower', "the striped tower"],
  ['the "striped" tower', 'the "striped" tower'],
  ['a 5" lens', 'a 5" lens'],
  ["die „gestreiften Türme", "die gestreiften Türme"],
  ["灯台は「縞模様", "灯台は縞模様"],
])("of the quotation marks of %s, only unpaired ones are removed", (text, expected) => {
  expect(withoutUnpairedQuotes(text)).toBe(expected);
});
