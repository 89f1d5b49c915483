/** The largest draft in characters. Browsers can still send this much when the user leaves a page. */
export const draftLimit = 64_000
