import { readTableSearch, type TableSearch } from '#client/platform/lib/table-search.ts'

/** The screen's URL parameters: which of its two lists, and its state. */
export interface CompanySearch extends TableSearch {
  readonly list?: 'typed'
}

/** Parses the URL parameters; drops invalid ones without an error. */
export const readCompanySearch = (search: Readonly<Record<string, unknown>>): CompanySearch => ({
  ...readTableSearch(search),
  ...(search['list'] === 'typed' ? { list: 'typed' } : {}),
})
