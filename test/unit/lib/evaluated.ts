export type Conditions = Readonly<Record<string, unknown>>;

/** The value of a condition, or of a property with conditions, as CloudFormation evaluates it. */
export const evaluated = (
  value: unknown,
  conditions: Conditions,
  parameters: Record<string, string>,
): unknown => {
  if (typeof value !== "object" || value === null) return value;
  const [[key, inner] = ["", null]] = Object.entries(value);
  const all = () => (inner as unknown[]).map((each) => evaluated(each, conditions, parameters));
  if (key === "Ref") return inner === "AWS::NoValue" ? undefined : parameters[String(inner)];
  if (key === "Condition") return evaluated(conditions[String(inner)], conditions, parameters);
  if (key === "Fn::Not") return !all()[0];
  if (key === "Fn::And") return all().every(Boolean);
  if (key === "Fn::Or") return all().some(Boolean);
  if (key === "Fn::Equals") return all()[0] === all()[1];
  if (key !== "Fn::If") return value;
  const [name, then, otherwise] = inner as [string, unknown, unknown];
  const isTrue = evaluated(conditions[name], conditions, parameters);
  return evaluated(isTrue ? then : otherwise, conditions, parameters);
};
