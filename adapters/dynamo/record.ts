import type { Item, Table, Write } from "./table.ts";

interface Expression {
  condition: string;
  names: Record<string, string>;
  values: Item;
}

/** Returns the condition that fields are unchanged since they were read. */
export const unchanged = (from: Item, fields: readonly string[]): Expression => ({
  condition: fields.map((field) => `#if_${field} = :if_${field}`).join(" AND "),
  names: Object.fromEntries(fields.map((field) => [`#if_${field}`, field])),
  values: Object.fromEntries(fields.map((field) => [`:if_${field}`, from[field]])),
});

/**
 * Returns the write that sets the fields in which `to` differs from `from`, removes those that `to` lacks, and keeps all
 * others, such as progress that a container has reported. It is conditional on the `guards` fields being as in `from`. The
 * fields in `always` are written even if they are equal: they may have been modified concurrently.
 */
export const replaceRecord = (
  table: Table,
  key: { pk: string; sk: string },
  from: Item,
  to: Item,
  guards: readonly string[],
  always: readonly string[] = [],
): Write => {
  const { condition, names, values } = unchanged(from, guards);
  const sets: string[] = [];
  const removes: string[] = [];
  for (const field of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const isEqual = JSON.stringify(from[field]) === JSON.stringify(to[field]);
    if (isEqual && !always.includes(field)) continue;
    names[`#${field}`] = field;
    if (to[field] === undefined) {
      removes.push(`#${field}`);
    } else {
      values[`:${field}`] = to[field];
      sets.push(`#${field} = :${field}`);
    }
  }
  const clauses = [
    ...(sets.length > 0 ? [`SET ${sets.join(", ")}`] : []),
    ...(removes.length > 0 ? [`REMOVE ${removes.join(", ")}`] : []),
  ];
  const guard = {
    TableName: table.name,
    Key: key,
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
  if (clauses.length > 0) return { Update: { ...guard, UpdateExpression: clauses.join(" ") } };
  // An update that changes nothing, because a condition check needs a separate permission.
  const [first = "pk"] = guards;
  names[`#${first}`] = first;
  return { Update: { ...guard, UpdateExpression: `SET #${first} = #${first}` } };
};

/** Returns the write of an item that must not exist yet. */
export const putNew = (table: Table, item: Item): Write => ({
  Put: { TableName: table.name, Item: item, ConditionExpression: "attribute_not_exists(pk)" },
});
