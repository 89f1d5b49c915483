/** Characters of what is kept of a form: what a browser still sends when a page is left. */
export const draftLimit = 64_000
