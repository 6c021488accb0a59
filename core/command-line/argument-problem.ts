/**
 * Returns Node's error message for wrong options as one sentence without a full stop. Node adds advice for programmers;
 * the only advice that users need is how to give a value that starts with a dash.
 */
export const argumentProblem = (message: string): string => {
  const [sentence = message] = message.split(/\.?(?:\n|$|\. )/);
  const option = /^Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous/.exec(sentence)?.[1];
  return option === undefined
    ? sentence
    : `${option} requires a value. If the value starts with a dash, use an equals sign: ${option}=-5`;
};
