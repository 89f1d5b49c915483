import { isAdmin } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import type * as preferences from '#contract/accounts/preferences/endpoints.ts'
import type * as schools from '#contract/setup/schools/endpoints.ts'
import type * as studentPeriods from '#contract/records/student-periods/endpoints.ts'
import type { TableLayout } from '#contract/platform/table-layout.ts'
import type * as views from '#contract/records/views/endpoints.ts'
import { aheadOf } from '#client/platform/lib/ahead.ts'
import { columnsText } from '../cells/columns-text.ts'
import { countsAsk, firstCoverage, layoutAsks, pageSize, rowsAsk, usualPerPage } from './list-asks.ts'
import { arrangementOf, usualLayout } from './stored-layout.ts'

const layoutAhead = aheadOf<typeof preferences.getPreference>()({
  method: 'GET',
  path: '/api/preferences/:key',
  reply: { envelope: 'one' },
})
const rowsAhead = aheadOf<typeof studentPeriods.listStudentPeriodsByPeriod>()({
  method: 'GET',
  path: '/api/student-periods-by-period/:id',
  reply: { envelope: 'page' },
})
const countsAhead = aheadOf<typeof studentPeriods.countByStatus>()({
  method: 'GET',
  path: '/api/student-periods/student-quantity-by-status-in-period',
  reply: { envelope: 'one' },
})
const schoolAhead = aheadOf<typeof schools.getSchool>()({
  method: 'GET',
  path: '/api/schools/:id',
  reply: { envelope: 'one' },
})
const periodsAhead = aheadOf<typeof schools.listSchoolPeriods>()({
  method: 'GET',
  path: '/api/schools/:id/periods',
  reply: { envelope: 'one' },
})
const schoolsAhead = aheadOf<typeof schools.listSchoolsForUsers>()({
  method: 'GET',
  path: '/api/schools-for-users',
  reply: { envelope: 'one' },
})
const viewsAhead = aheadOf<typeof views.listViews>()({
  method: 'GET',
  path: '/api/views',
  reply: { envelope: 'one' },
})

interface ListPlace {
  readonly schoolId: number
  readonly periodId: number
  /** The URL opens the list as it is, without a view, filters or a page. */
  readonly isPlain: boolean
  readonly isPhone: boolean
}

/**
 * Sends the calls of the student list and of its sidebar. The rows are asked for with the columns of the last
 * visit, without waiting for the layout; if that has changed since, they are asked for again with its columns. Resolves
 * when the list can show its rows, or has to ask for them itself.
 */
export const sendListAhead = async (user: Me, place: ListPlace): Promise<void> => {
  const { schoolId, periodId, isPlain, isPhone } = place
  // a phone shows other columns, and a link may sort or filter: the list itself asks for those rows
  const asksForRows = isPlain && !isPhone
  const askForRows = async (layout: RowsLayout) =>
    asksForRows && rowsAhead(rowsAsk(periodId, layout.columns, 1, layout.perPage))
  const layouts = Promise.all(layoutAsks(periodId).map((ask) => layoutAhead(ask)))
  const others = [
    askForRows(lastRowsLayout() ?? rowsLayoutOf({}, user)),
    periodsAhead({ params: { id: schoolId } }),
    schoolAhead({ params: { id: schoolId } }),
    ...(isAdmin(user) ? [schoolsAhead({})] : []),
    countsAhead(countsAsk(periodId, firstCoverage)),
    viewsAhead({ query: { school_id: schoolId } }),
  ]
  // whose rows don’t depend on the layout
  if (isPhone) return
  const [ofPeriod, ofPerson] = await layouts
  if (!ofPeriod || !ofPerson) return
  const layout = rowsLayoutOf(ofPeriod.value ?? ofPerson.value ?? {}, user)
  others.push(askForRows(layout))
  rememberRowsLayout(layout)
  if (asksForRows) await Promise.all(others)
}

/** What a layout asks the server for: the names of columns, as the call takes them, and the rows of a page. */
interface RowsLayout {
  readonly columns: string
  readonly perPage: number
}

const rowsLayoutOf = (stored: TableLayout, { permission }: Me): RowsLayout => {
  const { layout, mode } = arrangementOf(stored, usualLayout(permission))
  return { columns: columnsText(layout.shown), perPage: mode === 'pages' ? usualPerPage : pageSize }
}

const lastLayoutKey = 'shipmate.list-rows'

/** Returns the layout of the last visit; null for none. It names columns, and tells nothing of students. */
const lastRowsLayout = (): RowsLayout | null => {
  try {
    const [perPage, columns] = (localStorage.getItem(lastLayoutKey) ?? '').split(' ')
    return columns ? { columns, perPage: Number(perPage) } : null
  } catch {
    // storage is refused
    return null
  }
}

const rememberRowsLayout = ({ columns, perPage }: RowsLayout): void => {
  try {
    localStorage.setItem(lastLayoutKey, `${perPage} ${columns}`)
  } catch {
    // storage is refused: the next visit asks for the usual columns first
  }
}
