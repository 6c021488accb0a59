/**
 * Phrases of speech that is not the content of a talk, in lower case and separated by bars. A star stands for the rest of a
 * word. Every phrase is one that talks about advertising, subscriptions or farewells do not need.
 */
export interface PromotionLists {
  /** Advertisements and sponsors, and calls to act on them: one phrase identifies a passage. */
  offers: string;
  /** Phrases of advertisements that other speech has too: two nearby identify a passage. */
  hints: string;
  /** Farewells, thanks to the audience, and requests to subscribe. */
  farewells: string;
  /** Greetings, introductions of the program, tests of the technology. */
  housekeeping: string;
}
