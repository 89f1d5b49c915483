import { isAdmin } from '#contract/access.ts'
import type { Me } from '#contract/auth/shapes.ts'
import type * as preferences from '#contract/preferences/endpoints.ts'
import type * as schools from '#contract/schools/endpoints.ts'
import type * as studentPeriods from '#contract/student-periods/endpoints.ts'
import type * as views from '#contract/views/endpoints.ts'
import { aheadOf } from '#client/lib/ahead.ts'
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

/** Sends the calls of the student list and of the sidebar beside it. */
export const sendListAhead = async (user: Me, place: ListPlace): Promise<void> => {
  const { schoolId, periodId, isPlain, isPhone } = place
  const layouts = Promise.all(layoutAsks(periodId).map((ask) => layoutAhead(ask)))
  void periodsAhead({ params: { id: schoolId } })
  void schoolAhead({ params: { id: schoolId } })
  if (isAdmin(user)) void schoolsAhead({})
  void countsAhead(countsAsk(periodId, firstCoverage))
  void viewsAhead({ query: { school_id: schoolId } })
  const [ofPeriod, ofPerson] = await layouts
  // a phone shows other columns, and a link may sort or filter: the list itself asks for those rows
  if (!ofPeriod || !ofPerson || !isPlain || isPhone) return
  const stored = ofPeriod.value ?? ofPerson.value ?? {}
  const { layout, mode } = arrangementOf(stored, usualLayout(user.permission))
  const perPage = mode === 'pages' ? usualPerPage : pageSize
  void rowsAhead(rowsAsk(periodId, columnsText(layout.shown), 1, perPage))
}
