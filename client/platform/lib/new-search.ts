/** '?new=true' opens the dialog to add a record; the screen removes it from the URL. */
interface NewSearch {
  new?: true
}

/** Parses the parameter. */
export const readNew = (search: Readonly<Record<string, unknown>>): NewSearch =>
  search['new'] === true ? { new: true } : {}
