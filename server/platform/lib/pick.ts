/** Returns only the named fields of a row. Presenters use it. */
export const pick = <T extends object, K extends keyof T>(row: T, keys: readonly K[]): Pick<T, K> => {
  // filled with exactly the keys of Pick<T, K> below
  const picked = {} as Pick<T, K>
  for (const key of keys) picked[key] = row[key]
  return picked
}

/** Returns the keys of an object as their union, where `Object.keys` returns strings. */
export const keysOf = <T extends object>(value: T): (keyof T & string)[] =>
  // Object.keys drops the type of the keys
  Object.keys(value) as (keyof T & string)[]
