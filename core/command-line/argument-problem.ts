/**
 * One sentence, without a full stop, for what Node's `parseArgs` says of wrong options. Node adds advice for
 * programmers after its first sentence; the one remedy in it that users need is how to give a value with a dash.
 */
export const argumentProblem = (message: string): string => {
  const [sentence = message] = message.split(/\.?(?:\n|$|\. )/);
  const option = /^Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous/.exec(sentence)?.[1];
  return option === undefined
    ? sentence
    : `${option} needs a value; one that begins with a dash is joined to it, as in ${option}=-5`;
};
