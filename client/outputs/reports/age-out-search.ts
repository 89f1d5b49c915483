import { ageOutHorizons, type AgeOutHorizon } from '#contract/outputs/reports/choices.ts'
import { readTableSearch, type TableSearch } from '#client/platform/lib/table-search.ts'

/** The URL parameters of the age-out report. Absent means the default. */
export interface AgeOutSearch extends Pick<TableSearch, 'sort' | 'page' | 'size'> {
  readonly horizon?: AgeOutHorizon
  /** Only coverage that ends in this month, `YYYY-MM`. */
  readonly month?: string
}

/** Parses the report’s URL parameters; drops invalid ones. */
export const readAgeOutSearch = (search: Readonly<Record<string, unknown>>): AgeOutSearch => {
  const { q: _search, filters: _filters, ...rest } = readTableSearch(search)
  const horizon = ageOutHorizons.find((one) => one !== 'all' && one === String(search['horizon']))
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.exec(String(search['month']))?.[0]
  return {
    ...rest,
    ...(horizon === undefined ? {} : { horizon }),
    ...(month === undefined ? {} : { month }),
  }
}
