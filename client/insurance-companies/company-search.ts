import { readTableSearch, type TableSearch } from '#client/lib/table-search.ts'

/** What the address of the screen says: which of its two lists, and how that stands. */
export interface CompanySearch extends TableSearch {
  readonly list?: 'typed'
}

/** Reads the address; what makes no sense is left out, never an error. */
export const readCompanySearch = (search: Readonly<Record<string, unknown>>): CompanySearch => ({
  ...readTableSearch(search),
  ...(search['list'] === 'typed' ? { list: 'typed' } : {}),
})
