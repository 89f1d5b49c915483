/** Returns whether two lists have the same texts, in any order. No text is in a list twice. */
export const haveSameTexts = (some: readonly string[], others: readonly string[]): boolean => {
  const known = new Set(some)
  return some.length === others.length && others.every((text) => known.has(text))
}
