/** Some fields of a row, by name: what a presenter gives and nothing else. */
export const pick = <T extends object, K extends keyof T>(row: T, keys: readonly K[]): Pick<T, K> => {
  // filled with exactly the keys of Pick<T, K> right below
  const picked = {} as Pick<T, K>
  for (const key of keys) picked[key] = row[key]
  return picked
}

/** The keys of an object that is not added to, typed. */
export const keysOf = <T extends object>(value: T): (keyof T & string)[] =>
  // Object.keys forgets the type of a closed object's keys.
  Object.keys(value) as (keyof T & string)[]
