/** '?new=true': whoever comes wants to add something; the screen takes it out of the address once it has begun. */
export interface NewSearch {
  new?: true
}

/** What an address says of it. */
export const readNew = (search: Readonly<Record<string, unknown>>): NewSearch =>
  search['new'] === true ? { new: true } : {}
