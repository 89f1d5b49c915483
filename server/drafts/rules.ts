const keptDays = 7

/** Drafts that a person has at most; the oldest go first. */
export const mostDrafts = 100

/** The moment before which a draft has had its time. */
export const keptSince = (now: Date): string =>
  new Date(now.getTime() - keptDays * 24 * 3_600_000).toISOString()

/** Whose and which it is: authenticated with the content, so that moved to another row it does not open. */
export const placeOf = (userId: number, form: string): string => `drafts.content:${userId}:${form}`
