/** Joins class names and skips falsy parts. Later classes don't override earlier ones, so callers only add layout. */
export const cx = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter((part) => part).join(' ')
