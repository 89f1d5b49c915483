/** Joins class names; falsy parts are left out. Later classes do not override earlier ones, so callers only add layout. */
export const cx = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter((part) => part).join(' ')
